import CoreModels
import DeferredWorkAPI
import FoundationEssentials
import HTTPServingAPI
import MailedProofsServiceAPI
import TelemetryAPI

/// Takes the wishes of those who don't know their password.
///
/// Whether somebody has the address is looked up after the answer, so that
/// neither it nor the time it takes tells (D2).
struct RecoveryMail: Sendable {
    let kind: MailedProofKind
    let proofs: any MailedProving
    let work: any WorkDeferring
    /// nil where nobody is asked for one.
    let captcha: RecoveryCaptcha?
    let log: Logger

    /// What becomes of a wish.
    enum Verdict: Sendable {
        /// Whoever has the address gets a link and a code.
        case heard
        /// This challenge has to be answered first.
        case captchaRequired(String)
    }

    /// Has a link and a code sent to whoever has the address.
    ///
    /// - Throws: 503 if it can't be counted.
    func send(
        to email: EmailAddress, captcha answer: Secret? = nil, from origin: RequestOrigin
    ) async throws(HTTPProblem) -> Verdict {
        do {
            if let challenge = try await captcha?.missing(
                from: answer, for: email, from: IPAddress(origin.address) ?? .loopback)
            {
                log.notice("password recovery has to be paid for", ["peer": origin.address])
                return .captchaRequired(challenge)
            }
            let wish = RecoveryWish(
                email: email, peer: origin.address, agent: origin.agent, language: origin.language)
            try await work.defer(Secret(try JSONEncoder().encode(wish)), for: RecoveryWishes.workKind)
            return .heard
        } catch {
            log.failure("no password recovery mail", ["reason": "\(error)"])
            throw .unavailable(retryAfter: .seconds(5))
        }
    }
}

/// What somebody asked for.
struct RecoveryWish: Codable, Sendable {
    let email: EmailAddress
    let peer: String
    let agent: String?
    /// In which language whoever asked reads; nil if that isn't known.
    let language: String?

    var origin: RequestOrigin { RequestOrigin(address: peer, agent: agent, language: language) }
}
