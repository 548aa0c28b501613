import AccountsServiceAPI
import AdministrationAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import Localization
import RegistrationServiceAPI
import SQLStoreAPI
import SecurityMetricsServiceAPI
import SessionsServiceAPI

/// What an administrator sees of people, and does to their accounts.
extension AdministrationDesk {
    /// How many people a page has.
    private static let limit = 50

    func people(after last: UserID?) async throws(AdministrationError) -> PeoplePage {
        try await seeing { [listing = means.listing] db in
            // Somebody who is gone meanwhile is nobody to go on behind.
            guard let page = try listing.accounts(after: last, limit: Self.limit, in: db) else {
                return PeoplePage([], next: nil)
            }
            return PeoplePage(
                page.accounts.map(PersonAtAGlance.init), next: page.hasMore ? page.accounts.last?.user.id : nil)
        }
    }

    func find(_ text: String) async throws(AdministrationError) -> UserID? {
        try await seeing { [listing = means.listing] db in
            if let id = UserID(text) { return try listing.account(id, in: db)?.user.id }
            return try EmailAddress(text).flatMap { try listing.account(at: $0, in: db)?.user.id }
        }
    }

    var takesInvitations: Bool { means.inviting != nil }

    func invite(_ email: EmailAddress) async throws(AdministrationError) -> InvitedPerson? {
        guard let inviting = means.inviting else { return nil }
        let id = try makeID()
        return try await acting { [audit = means.audit, administrator] db in
            switch try inviting.invite(email, as: id, in: db) {
            case .hasAccount(let id): return .hasAccount(id)
            case .withoutMail: return .withoutMail
            case .invited(let end, _):
                let event = AuditEvent(.administratorActed, of: id, because: "invite", by: administrator.id)
                for trail in audit() { try trail.record(event, in: db) }
                return .invited(until: end)
            }
        }
    }

    func invitations(after last: UserID?) async throws(AdministrationError) -> InvitationsPage {
        guard let inviting = means.inviting else { return InvitationsPage([], next: nil) }
        return try await seeing { db in
            // One that was taken back meanwhile is none to go on behind.
            guard let page = try inviting.invitations(after: last, limit: Self.limit, in: db) else {
                return InvitationsPage([], next: nil)
            }
            return InvitationsPage(
                page.invitations.map(SeenInvitation.init), next: page.hasMore ? page.invitations.last?.id : nil)
        }
    }

    func invitation(_ id: UserID) async throws(AdministrationError) -> SeenInvitation? {
        guard let inviting = means.inviting else { return nil }
        return try await seeing { db in try inviting.invitation(id, in: db).map(SeenInvitation.init) }
    }

    func withdrawInvitation(_ id: UserID) async throws(AdministrationError) -> Bool {
        guard let inviting = means.inviting else { return false }
        return try await acting { [audit = means.audit, administrator] db in
            guard try inviting.withdraw(id, in: db) else { return false }
            let event = AuditEvent(.administratorActed, of: id, because: "uninvite", by: administrator.id)
            for trail in audit() { try trail.record(event, in: db) }
            return true
        }
    }

    private func makeID() throws(AdministrationError) -> UserID {
        do {
            return UserID(try means.random.uuid())
        } catch {
            throw failed(error)
        }
    }

    func person(_ id: UserID) async throws(AdministrationError) -> SeenPerson? {
        let now = means.now(), acts = means.acts(), sources = means.facts()
        return try await seeing { [listing = means.listing] db in
            guard let account = try listing.account(id, in: db) else { return nil }
            return SeenPerson(
                PersonAtAGlance(account), suspensionReason: account.suspensionReason,
                formerEmail: account.kept.map { "\($0.email)" },
                isAdministrator: try AdministratorRow.find(id, in: db) != nil,
                groups: try sources.map { source in
                    FactGroup(
                        source.heading,
                        try source.facts(id, now, db).map { FactGroup.Fact($0.label, $0.text, at: $0.time) })
                },
                acts: try acts.filter { try $0.isPossible(account.user, now, db) }.map {
                    PossibleAct($0.name, $0.title, meaning: $0.meaning, takesReason: $0.takesReason)
                })
        }
    }

    func act(
        _ act: String, on id: UserID, because reason: String?
    ) async throws(AdministrationError) -> LocalizedText? {
        guard let act = means.acts().first(where: { $0.name == act }) else { return nil }
        let now = means.now()
        return try await acting { [listing = means.listing, audit = means.audit, administrator] db in
            guard let user = try listing.account(id, in: db)?.user, try act.isPossible(user, now, db),
                try act.perform(user, reason, now, db)
            else { return nil }
            let event = AuditEvent(.administratorActed, of: id, because: act.name, by: administrator.id)
            for trail in audit() { try trail.record(event, in: db) }
            return act.done
        }
    }

    func seeing<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLReading) throws -> Value
    ) async throws(AdministrationError) -> Value {
        do {
            return try await means.database.read { db in try body(db) }
        } catch {
            throw failed(error)
        }
    }
}

extension SeenInvitation {
    fileprivate init(_ invitation: OpenInvitation) {
        self.init(
            invitation.id, invitation.email, invitedAt: invitation.invitedAt, expiresAt: invitation.expiresAt,
            hasLetter: invitation.hasLetter)
    }
}

extension PersonAtAGlance {
    fileprivate init(_ account: ListedAccount) {
        self.init(account.user, suspendedSince: account.suspendedSince, deletionDueAt: account.deletionDueAt)
    }
}
