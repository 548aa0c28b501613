import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import MailedProofsAPI
import MailedProofsServiceAPI
import PasswordQuality
import RegistrationAPI
import RegistrationContract
import RegistrationServiceAPI
import SQLStoreAPI
import TelemetryAPI

/// Invites people, and makes the accounts of those who come.
struct InvitationDesk: Sendable {
    let kind: MailedProofKind
    let proofs: any MailedProving
    let database: any SQLDatabase
    let accounts: any PreparedAccountCreating & VouchedAccountCreating
    let addresses: any AddressReplacing
    let lifetime: Duration
    let log: Logger
    let now: @Sendable () -> Date

    /// What became of a link.
    enum Outcome: Sendable {
        case made(VouchedAccount)
        case emailTaken
        case over
    }

    /// Whom a link invites; nil if it isn't good.
    func invitation(of token: MailedToken) async throws -> InvitationRow? {
        guard case .proved(let id, _) = try await proofs.examine(token, for: kind) else { return nil }
        let now = now()
        return try await database.read { db in
            try InvitationTable.find(id, in: db).flatMap { $0.expiresAt > now ? $0 : nil }
        }
    }

    /// Whom a link invites that somebody uses; one that is no good is noted, as any other proof of that kind.
    func used(_ token: MailedToken) async throws -> InvitationRow? {
        if case .proved = try await proofs.examine(token, for: kind) { return try await invitation(of: token) }
        _ = try await database.write { db in try proofs.redeem(.link(token, of: nil), for: kind, in: db) }
        return nil
    }

    /// Makes the account: the link is used with it, or not at all.
    func makeAccount(
        invitedBy token: MailedToken, name: String, password: PreparedPassword, in language: String?
    ) async throws -> Outcome {
        let now = now()
        return try await database.write { db in
            guard case .proved(let id, _) = try proofs.redeem(.link(token, of: nil), for: kind, in: db),
                let row = try InvitationTable.find(id, in: db), row.expiresAt > now
            else { return .over }
            let account = try accounts.createAccount(
                as: row.id, name: name, email: row.email, password: password, language: language, in: db)
            // Of an account that came otherwise nobody told the table.
            try InvitationTable.remove(row.email, in: db)
            return account.map { .made($0) } ?? .emailTaken
        }
    }
}

extension InvitationDesk: PersonInviting {
    func invite(_ email: EmailAddress, as id: UserID, in transaction: any SQLWriting) throws -> InvitationOutcome {
        try InvitationTable.invite(
            email, as: id, at: now(), for: lifetime, unlessOwned: { try addresses.owner(of: $0, in: $1) },
            in: transaction)
    }

    func invitations(
        after last: UserID?, limit: Int, in transaction: any SQLReading
    ) throws -> (invitations: [OpenInvitation], hasMore: Bool)? {
        try InvitationTable.page(after: last, limit: limit, at: now(), in: transaction).map { page in
            (page.rows.map(OpenInvitation.init), page.hasMore)
        }
    }

    func invitation(_ id: UserID, in transaction: any SQLReading) throws -> OpenInvitation? {
        try InvitationTable.find(id, in: transaction).flatMap { $0.expiresAt > now() ? OpenInvitation($0) : nil }
    }

    func withdraw(_ id: UserID, in transaction: any SQLWriting) throws -> Bool {
        guard let row = try InvitationTable.find(id, in: transaction) else { return false }
        return try InvitationTable.remove(row.email, in: transaction)
    }
}

extension OpenInvitation {
    fileprivate init(_ row: InvitationRow) {
        self.init(
            id: row.id, email: row.email, invitedAt: row.invitedAt, expiresAt: row.expiresAt, hasLetter: row.hasLetter)
    }
}

extension InvitationDesk: InvitationReading {
    func address(invitedBy link: Secret) async throws(RegistrationError) -> EmailAddress {
        do {
            if let token = MailedToken(link), let row = try await invitation(of: token) { return row.email }
        } catch {
            log.failure("could not look at an invitation", ["reason": "\(error)"])
            throw .unknown
        }
        throw .invitationOver
    }
}

extension MailedToken {
    /// Reads a token that was sent.
    init?(_ secret: Secret) {
        guard let token = secret.withText({ $0.flatMap { MailedToken($0) } }) else { return nil }
        self = token
    }
}
