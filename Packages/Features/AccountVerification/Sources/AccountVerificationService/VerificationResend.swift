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
    let mail: VerificationMail
    let work: any WorkDeferring
    let log: Logger

    /// - Throws: 503 if the wish can't be kept.
    func send(to email: EmailAddress, from origin: RequestOrigin) async throws(HTTPProblem) {
        do {
            // Neither a language nor a header field has an end of a line.
            let wish = [email.description, origin.language ?? "", origin.address, origin.agent ?? ""]
                .joined(separator: "\n")
            try await work.defer(Secret(wish), for: VerificationWishes.workKind)
        } catch {
            throw notSent(error)
        }
    }

    /// Sends a person another message, who may know what becomes of it.
    ///
    /// - Returns: Whether it is sent: not if there were enough lately.
    /// - Throws: 503 if it can't be.
    func send(to person: User, in language: String?) async throws(HTTPProblem) -> Bool {
        do {
            return try await mail.sendAnother(to: person.email, of: person, in: language)
        } catch {
            throw notSent(error)
        }
    }

    private func notSent(_ error: any Error) -> HTTPProblem {
        log.failure("no verification mail", ["reason": "\(error)"])
        return .unavailable(retryAfter: .seconds(5))
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
        let lines = details.withText { text in
            (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? nil : String($0) }
        }
        func line(_ index: Int) -> String? { index < lines.count ? lines[index] : nil }
        guard let email = line(0).flatMap({ EmailAddress(kept: $0) }) else { return }
        let origin = line(2).map { RequestOrigin(address: $0, agent: line(3), language: line(1)) }
        try await RequestOrigin.$current.withValue(origin) {
            _ = try await mail.sendAnother(to: email, of: try await accounts.account(email: email), in: line(1))
        }
    }
}
