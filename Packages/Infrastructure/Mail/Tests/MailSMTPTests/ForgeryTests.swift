import CoreModels
import FoundationEssentials
import KernelTesting
import MailAPI
import MailSMTP
import Testing

/// What somebody types as an address must not become commands or recipients.
struct ForgeryTests {
    static let forgeries = [
        "ana@example.com>\r\nRCPT TO:<eve@example.com", "ana@example.com\r\nRCPT TO:<eve@example.com>",
        "ana@example.com\nDATA\nSubject: Forged\n\nHi\n.\n", "ana@example.com\r", "ana@example.com\u{0}",
        "<ana@example.com>", "ana@example.com> SIZE=1", "ana@example.com SMTPUTF8", "ana @example.com",
        "ana\u{85}@example.com", "ana\u{2028}@example.com", "ana\u{A0}b@example.com", "ana\t@example.com",
        "ana@example.com,eve@example.com", "ana", "@example.com", "ana@", "",
        String(repeating: "a", count: 243) + "@example.com",
    ]

    @Test(arguments: forgeries) func anAddressThatIsMoreThanOneIsRefused(_ text: String) {
        #expect(EnvelopeAddress(text) == nil)
    }

    @Test(arguments: ["ana@example.com", "o'brien+tag@mail.example.com", "josé@españa.example"])
    func peoplesAddressesAreTaken(_ text: String) {
        #expect(EnvelopeAddress(text)?.text == text)
    }

    @Test func aForgedRecipientOrSenderReachesNoServer() async throws {
        let server = try await MailServer("none", login: false)
        let sending = try Sending(to: server, .none, password: nil)
        let delivery = try #require(sending.delivery as? SMTPDelivery)
        let letter = Data("Subject: Hi\r\nMessage-ID: <1@x>\r\n\r\nHi\r\n".utf8)
        for forgery in Self.forgeries {
            await #expect(throws: MailDeliveryError.refused(reason: "an address can't be used")) {
                try await delivery.deliver(letter, from: "no-reply@example.com", to: forgery)
            }
            await #expect(throws: MailDeliveryError.refused(reason: "an address can't be used")) {
                try await delivery.deliver(letter, from: forgery, to: "ana@example.com")
            }
        }
        try await delivery.deliver(letter, from: "no-reply@example.com", to: "ana@example.com")
        #expect(try server.letters().map(\.to) == [["ana@example.com"]])
    }

    @Test(arguments: ["mail.example.com/x", "a b", "user@mail", "mail.example.com:25/..", "", "mail?x", "[::1]"])
    func aHostIsAHostAndNothingElse(_ host: String) {
        #expect(SMTPSettings(host: host) == nil)
    }

    @Test func mailLeavesThisMachineOnlyUnderTLS() {
        #expect(SMTPSettings(host: "mail.example.com", security: .none) == nil)
        #expect(SMTPSettings(host: "10.0.0.1", security: .none) == nil)
        for host in ["localhost", "127.0.0.1", "::1"] { #expect(SMTPSettings(host: host, security: .none)?.port == 25) }
        #expect(SMTPSettings(host: "mail.example.com")?.port == 587)
        #expect(SMTPSettings(host: "mail.example.com", security: .tls)?.port == 465)
    }
}
