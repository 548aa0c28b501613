import AccountsServiceAPI
import CoreModels
import DeferredWorkAPI
import FoundationEssentials
import HTTPServingAPI
import Localization
import MailAPI
import MailedProofsAPI
import MailedProofsServiceAPI
import Presenting
import RateLimitingAPI
import SQLStoreAPI
import TelemetryAPI

/// Takes the wishes of those who want another address.
///
/// Whether somebody has it is looked up after the answer, so that neither it nor the
/// time it takes tells (D2).
struct AddressWishing: Sendable {
    let work: any WorkDeferring
    /// How often an account may ask: each time somebody may be written to who asked for
    /// nothing.
    let limiter: any RateLimiting

    /// - Throws: 429 for who asks too often; what the counters and the work throw.
    func ask(for email: EmailAddress, by user: UserID, from origin: RequestOrigin) async throws {
        let admission = try await limiter.admit("\(user)")
        guard admission.isAllowed else { throw HTTPProblem.tooManyChanges(retryAfter: .seconds(admission.reset)) }
        let wish = AddressWish(
            user: user, email: email, peer: origin.address, agent: origin.agent, language: origin.language)
        try await work.defer(Secret(try JSONEncoder().encode(wish)), for: AddressWishes.workKind)
    }
}

/// What somebody asked for.
struct AddressWish: Codable, Sendable {
    let user: UserID
    let email: EmailAddress
    let peer: String
    let agent: String?
    /// In which language whoever asked reads; nil if that isn't known.
    let language: String?

    var origin: RequestOrigin { RequestOrigin(address: peer, agent: agent, language: language) }
}

/// Sends codes to new addresses, and a word to those whose address somebody else wanted.
///
/// It is no part of what takes part in what happens to accounts, which can't own those
/// who make it happen.
struct AddressWishes: DeferredWorkHandling {
    static let workKind = DeferredWorkKind("address-change")

    let kind: MailedProofKind
    let proofs: any MailedProving
    let database: any SQLDatabase
    let accounts: any AccountReadingInTransaction
    let addresses: any AddressReplacing
    let offered: @Sendable () -> [NextStep]
    let ways: LetterWays
    let log: Logger

    var workKind: DeferredWorkKind { Self.workKind }

    func perform(_ details: Secret) async throws {
        let wish = try unsafe details.withUnsafeBytes {
            try unsafe WireDecoder().decode(AddressWish.self, from: Data($0))
        }
        let isSent = try await RequestOrigin.$current.withValue(wish.origin) {
            try await database.write { db in
                if let owner = try addresses.owner(of: wish.email, in: db), owner != wish.user {
                    return try warn(owner, of: wish, in: db)
                }
                return try proofs.send(kind, to: wish.email, of: wish.user, askedBy: wish.user, in: db) { proof in
                    code(proof, for: wish)
                }
            }
        }
        // The same line whoever has the address, which stands nowhere.
        log.notice(
            "change of address asked for",
            ["peer": wish.peer, "agent": wish.agent, "user": wish.user, "sent": isSent])
    }

    /// Tells whoever has the address that somebody else wants it.
    ///
    /// A code of before ends with it, as with another code: else it would tell whose
    /// address this is.
    private func warn(_ owner: UserID, of wish: AddressWish, in db: any SQLWriting) throws -> Bool {
        // One that is kept for somebody isn't theirs at the moment; whoever reads there
        // may be written to all the same.
        let person = try accounts.account(owner, in: db).flatMap { $0.email == wish.email ? $0 : nil }
        let message = MailMessage(
            recipient: person?.email ?? wish.email, name: person?.provenName,
            template: .addressWanted(offering: offered()),
            values: ["recover": ways.way(to: .recover, or: "essential recover")])
        let isSent = try proofs.send(notice: "address-wanted", message, askedBy: wish.user, in: db)
        if isSent { try proofs.void(kind, of: wish.user, in: db) }
        return isSent
    }

    /// The name stays out: whoever reads there may know nothing of the account, and its
    /// person chose the name.
    private func code(_ proof: IssuedProof, for wish: AddressWish) -> MailMessage {
        MailMessage(
            recipient: wish.email, template: .addressCode,
            values: [
                "code": "\(proof.code)", "spaced_code": proof.code.spaced,
                "minutes": "\(Int(kind.codeLifetime / .seconds(60)))",
            ], language: wish.language.flatMap { Language(tag: $0) })
    }
}
