import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import ExternalProvidersContract
import FoundationEssentials
import HTTPServingAPI
import SQLStoreAPI
import SessionsServiceAPI

/// The ways into people's accounts through providers.
struct ProviderLinks: Sendable {
    let database: any SQLDatabase
    let cryptography: Cryptography
    let passwords: any WayInCounting
    /// All kinds of ways.
    let kinds: @Sendable () -> [any WayInCounting]
    /// The issuers of the providers that are set now.
    let issuers: Set<String>
    let letters: LinkLetters
    /// Ends what began by a link that is removed.
    let sessions: any SessionOriginEnding
    let now: @Sendable () -> Date

    /// What becomes of a wish to take a way away.
    enum Removal: Sendable {
        case removed
        case unknown
        /// Nobody would get into the account any more.
        case last
    }

    /// - Returns: What is shown here, and how many others there are.
    func ways(of user: UserID) async throws -> (password: Bool, links: [LinkRow], others: Int) {
        try await database.read { db in
            let passwords = try passwords.countWays(into: user, in: db), links = try LinkRow.all(of: user, in: db)
            let all = try kinds().countWays(into: user, in: db)
            return (passwords > 0, links, all - passwords - links.count(where: leadsIn))
        }
    }

    /// Whether somebody gets in by it now: the provider may not be set any more.
    func leadsIn(_ link: LinkRow) -> Bool { issuers.contains(link.issuer) }

    /// Links what somebody came back with to the account of who is logged in.
    ///
    /// - Returns: The way; nil for an offer that nobody knows, that is over or somebody else's.
    func accept(
        _ secret: Secret, in session: AuthenticatedSession, from address: IPAddress
    ) async throws -> LinkRow? {
        let user = session.userID
        let id = try Attempt(secret, cryptography.hashing).id(), link = LinkID(try cryptography.random.uuid())
        return try await database.write { db in
            try session.standing.check(in: db)
            let time = now()
            // On a device that people share the next one has what the one before left.
            guard let row = try AttemptRow.take(id, now: time, in: db), let identity = row.identity,
                row.owner == user
            else { return nil }
            if let known = try LinkRow.find(identity, in: db) {
                // Somebody was faster, perhaps this person in another window.
                guard known.userID == user else { throw ProviderSignIn.Refusal.linkedElsewhere }
                return known
            }
            try LinkRow.insert(link, of: user, identity, at: row.provider, now: time, in: db)
            try letters.enqueue(.linked, from: address, about: row.provider, to: user, at: time, in: db)
            return try LinkRow.find(identity, in: db)
        }
    }

    /// Removes a way, and ends the sessions that began by it, but for the one that asks.
    func remove(_ id: LinkID, in session: AuthenticatedSession, from address: IPAddress) async throws -> Removal {
        let user = session.userID
        let (removal, ended) = try await database.write { db -> (Removal, [UserID: [SessionID]]) in
            try session.standing.check(in: db)
            guard let link = try LinkRow.all(of: user, in: db).first(where: { $0.id == id }) else {
                return (.unknown, [:])
            }
            let others = try kinds().countWays(into: user, in: db) - (leadsIn(link) ? 1 : 0)
            guard others > 0 else { return (.last, [:]) }
            try LinkRow.delete(id, of: user, in: db)
            try letters.enqueue(.unlinked, from: address, about: link.provider, to: user, at: now(), in: db)
            let ended = try sessions.endSessions(
                from: .way("\(id)"), except: session.sessionID, because: .wayRemoved, in: db)
            return (.removed, ended)
        }
        await sessions.announceEnd(of: ended, because: .wayRemoved)
        return removal
    }
}

extension ProviderLinks: WayInCounting {
    func countWays(into account: UserID, in transaction: any SQLReading) throws -> Int {
        try LinkRow.all(of: account, in: transaction).count(where: leadsIn)
    }
}

extension ProviderLinks: AccountObserving {
    /// What was linked while others had the account is theirs; that the address is back is
    /// told by letter.
    ///
    /// Whoever reads the mail of the address may be another one than was in the account: what
    /// somebody linked before the address was proved, or not long before it was recovered, goes.
    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        switch event {
        case .returned(let user, let since):
            for link in try remove(of: user, since: since, in: transaction) {
                try letters.events.record(
                    .wayInChanged(.provider(letters.title(link.provider)), .removed), of: user.id, in: transaction)
            }
        case .recovered(let user, let since):
            for link in try remove(of: user, since: since, in: transaction) {
                try letters.enqueueNotKept(link.provider, to: user.id, at: now(), in: transaction)
            }
        // Who came by a provider and has no password would have no way in.
        case .verified(let user, by: .reader) where try passwords.countWays(into: user.id, in: transaction) > 0:
            for link in try remove(of: user, since: .distantPast, in: transaction) {
                try letters.enqueueNotKept(link.provider, to: user.id, at: now(), in: transaction)
            }
        default: break
        }
    }

    private func remove(of user: User, since moment: Date, in db: any SQLWriting) throws -> [LinkRow] {
        let links = try LinkRow.all(of: user.id, in: db).filter { $0.linkedAt >= moment }
        for link in links { try LinkRow.delete(link.id, of: user.id, in: db) }
        return links
    }
}

extension OperatorActFollowing {
    /// An operator knows whose an address is, and not who was in the account before.
    ///
    /// The oldest link stays, by which the account may have been made: there may be no other way in.
    static let providerLinks = OperatorActFollowing(ProviderMigrations.all) { act, user, _, db in
        guard act == .tookAddressAsProved else { return 0 }
        for link in try LinkRow.all(of: user, in: db).sorted(by: { $0.linkedAt < $1.linkedAt }).dropFirst() {
            try LinkRow.delete(link.id, of: user, in: db)
        }
        return 0
    }
}
