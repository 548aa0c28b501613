import AccountsServiceAPI
import CoreModels
import DeferredWorkAPI
import TelemetryAPI

/// Takes the wishes of those who want another message.
///
/// Whether somebody has the address is looked up after the answer, so that
/// neither it nor the time it takes tells (D2).
struct VerificationResend: Sendable {
    let work: any WorkDeferring
    let log: Logger

    func send(to email: EmailAddress) async {
        do {
            try await work.defer(Secret(email.description), for: VerificationWishes.workKind)
        } catch {
            log.error("no verification mail", ["reason": "\(error)"])
        }
    }
}

/// Sends further messages.
///
/// It is no part of ``VerificationMail``, which takes part in what happens to
/// accounts and so can't own those who make it happen.
struct VerificationWishes: DeferredWorkHandling {
    static let workKind = DeferredWorkKind("verification-resend")

    let mail: VerificationMail
    let accounts: any AccountReading

    var workKind: DeferredWorkKind { Self.workKind }

    func perform(_ details: Secret) async throws {
        guard let email = details.withText({ $0.flatMap { EmailAddress($0) } }) else { return }
        try await mail.sendAnother(to: email, of: try await accounts.account(email: email))
    }
}
