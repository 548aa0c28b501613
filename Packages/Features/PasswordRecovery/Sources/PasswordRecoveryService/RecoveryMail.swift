import CoreModels
import DeferredWorkAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
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
    let log: Logger

    /// Has a link and a code sent to whoever has the address.
    func send(to email: EmailAddress, for request: ServerRequest) async {
        let wish = RecoveryWish(email: email, peer: "\(request.peer.ip)", agent: request.fields[.userAgent])
        do {
            try await work.defer(Secret(try JSONEncoder().encode(wish)), for: RecoveryWishes.workKind)
        } catch {
            log.error("no password recovery mail", ["reason": "\(error)"])
        }
    }
}

/// What somebody asked for.
struct RecoveryWish: Codable, Sendable {
    let email: EmailAddress
    let peer: String
    let agent: String?
}
