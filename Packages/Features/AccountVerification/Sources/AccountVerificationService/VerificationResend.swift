import AccountsServiceAPI
import CoreModels
import DeferredWorkAPI
import HTTPServingAPI
import TelemetryAPI

/// Takes the wishes of those who want another message.
///
/// Whether somebody has the address is looked up after the answer, so that
/// neither it nor the time it takes tells (D2).
struct VerificationResend: Sendable {
    let work: any WorkDeferring
    let log: Logger

    /// - Throws: 503 if the wish can't be kept.
    func send(to email: EmailAddress) async throws(HTTPProblem) {
        do {
            try await work.defer(Secret(email.description), for: VerificationWishes.workKind)
        } catch {
            log.failure("no verification mail", ["reason": "\(error)"])
            throw .unavailable(retryAfter: .seconds(5))
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
        guard let email = details.withText({ $0.flatMap { EmailAddress(kept: $0) } }) else { return }
        try await mail.sendAnother(to: email, of: try await accounts.account(email: email))
    }
}
