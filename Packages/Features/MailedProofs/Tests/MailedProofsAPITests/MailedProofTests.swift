import KernelTesting
import MailedProofsAPI
import Testing

struct MailedProofTests {
    @Test func aCodeIsReadInGroups() {
        #expect(MailedCode("21177255")?.spaced == "2117 7255")
        #expect(MailedCode("211 772 55")?.description == "21177255")
    }

    private static let token = "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_abcde"

    @Test(.requirement("VERIFY-09"), arguments: ["12345678", " 1234 5678 ", "1234-5678", "12345678\n"])
    func aCodeIsEightDigits(_ text: String) {
        #expect(MailedProof(text) == MailedCode("12345678").map { .code($0) })
    }

    @Test(arguments: [
        token, " \(token)\n", "https://example.com/verify?token=\(token)",
        "https://example.com/base/reset?x=1&token=\(token)&y=2#z", "http://[::1]:8080/verify?token=\(token) ",
    ])
    func aLinkMayBePastedWholeOrInPart(_ text: String) {
        #expect(MailedProof(text) == MailedToken(Self.token).map { .link($0) })
    }

    @Test(arguments: [
        "", "1234567", "123456789", "１２３４５６７８", "12345678x", "https://example.com/verify", "token=", token + "x",
        "https://example.com/?token=\(token.dropLast())é",
    ])
    func anythingElseIsNone(_ text: String) {
        #expect(MailedProof(text) == nil)
    }

    @Test func aTokenShowsItselfToNobody() throws {
        let token = try #require(MailedToken(Self.token))
        #expect("\(token)" == "<redacted>")
        #expect(token.text == Self.token)
    }

    @Test(
        arguments: [(0, "00000000"), (7, "00000007"), (99_999_999, "99999999"), (100_000_000, "00000000")]
            as [(UInt64, String)])
    func aCodeIsMadeOfANumber(_ number: UInt64, _ text: String) {
        #expect(MailedCode(number: number).description == text)
    }
}
