import CoreModels
import FoundationEssentials
import MailAPI
import MailSMTP
import PluginKit
import Testing

/// Delivery to a mail server, as a program gets it.
struct Sending {
    let delivery: any MailDelivering

    init(
        to server: MailServer, _ security: SMTPSettings.Security = .starttls, password: String? = "correct horse ñ",
        authority: String? = nil, timeout: Duration = .seconds(300)
    ) throws {
        let settings = SMTPSettings(
            host: "127.0.0.1", port: server.port, security: security,
            login: password.map { .init(name: "essential", password: .value(Secret($0))) },
            authorityFile: authority ?? server.certificate, timeout: timeout)
        delivery =
            MailSMTPPlugin.assemble(
                .init(settings: try #require(settings), sender: try #require(EmailAddress("no-reply@example.com")))
            ).exports.delivery
    }

    /// Delivers a letter to `NAME@example.com`.
    ///
    /// - Returns: Why it wasn't delivered, if it wasn't.
    func deliver(to name: String) async throws -> MailDeliveryError? {
        let letter = MailLetter(
            id: UUID(), date: Date(timeIntervalSince1970: 0),
            recipient: try #require(EmailAddress("\(name)@example.com")),
            data: Data("To: \(name)\r\nSubject: Hi\r\nMessage-ID: <1@x>\r\n\r\n.\r\nQUIT\r\n".utf8))
        do throws(MailDeliveryError) {
            try await delivery.deliver(letter)
            return nil
        } catch {
            return error
        }
    }
}

extension MailDeliveryError {
    var isPostponed: Bool { if case .postponed = self { true } else { false } }
    var isRefused: Bool { if case .refused = self { true } else { false } }
}
