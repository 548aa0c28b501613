import CoreModels
import FoundationEssentials
import Testing

struct SecretTests {
    @Test func neverShowsItsBytes() {
        let secret = Secret("correct horse battery staple")
        var dumped = ""
        dump(["key": secret], to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), String(describing: Optional(secret)), dumped] {
            #expect(!text.contains("horse"))
        }
        #expect("\(secret)" == "<redacted>")
    }

    @Test func lendsItsTextAndBytes() {
        let secret = Secret("ñ")
        #expect(secret.count == 2)
        #expect(secret.withText { $0 } == "ñ")
        #expect(Secret([0xFF]).withText { $0 } == nil)
        #expect(secret.withUnsafeBytes { Array($0) } == [0xC3, 0xB1])
    }

    @Test func isWrittenInPlace() throws {
        struct Failure: Error {}
        let secret = Secret(byteCount: 3) { $0.copyBytes(from: [1, 2, 3]) }
        #expect(secret.isEqual(to: Secret([1, 2, 3])))
        #expect(Secret(byteCount: 0) { _ in }.isEmpty)
        #expect(throws: Failure.self) { try Secret(byteCount: 3) { _ throws(Failure) in throw Failure() } }
    }

    @Test func isWrittenAsTextOrNotAtAll() throws {
        func grant(_ token: Secret) -> TokenGrant {
            TokenGrant(accessToken: token, tokenType: "Bearer", expiresIn: 1, refreshToken: token, scope: "")
        }
        let written = try WireCoding.encoder().encode(grant(Secret("ñ")))
        #expect(String(decoding: written, as: UTF8.self).contains(#""access_token":"ñ""#))
        #expect(throws: EncodingError.self) { try WireCoding.encoder().encode(grant(Secret([0xFF]))) }
    }

    @Test func isReadAsItIsWritten() throws {
        for note in [Note(code: Secret("ñ"), hint: Secret("")), Note(code: Secret(""), hint: nil)] {
            let read = try WireCoding.decoder().decode(Note.self, from: try WireCoding.encoder().encode(note))
            #expect(read.code.isEqual(to: note.code))
            #expect((read.hint == nil) == (note.hint == nil))
        }
        for text in ["{}", #"{"code":null}"#, #"{"code":1}"#, #"{"code":"","hint":[]}"#] {
            #expect(throws: DecodingError.self) { try WireCoding.decoder().decode(Note.self, from: Data(text.utf8)) }
        }
    }

    private struct Note: Codable {
        let code: Secret
        let hint: Secret?

        private enum CodingKeys: CodingKey { case code, hint }

        init(code: Secret, hint: Secret?) {
            self.code = code
            self.hint = hint
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            code = try container.decode(Secret.self, forKey: .code)
            hint = try container.decodeIfPresent(Secret.self, forKey: .hint)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(code, forKey: .code)
            try container.encodeIfPresent(hint, forKey: .hint)
        }
    }

    @Test func wipesItsOwnBytesAlone() {
        let bytes = [UInt8](repeating: 7, count: 64)
        for copy in [Secret(bytes), Secret(bytes[...])] { #expect(copy.count == 64) }
        #expect(bytes.allSatisfy { $0 == 7 })
    }

    @Test func comparesByContent() {
        #expect(Secret("abc").isEqual(to: Secret("abc")))
        #expect(!Secret("abc").isEqual(to: Secret("abd")))
        #expect(!Secret("abc").isEqual(to: Secret("abcd")))
    }

    @Test func identifiersAreLowerCaseText() {
        let identifier = UserID("6F9619FF-8B86-D011-B42D-00CF4FC964FF")
        #expect(identifier?.description == "6f9619ff-8b86-d011-b42d-00cf4fc964ff")
        #expect(UserID("not a uuid") == nil)
    }
}
