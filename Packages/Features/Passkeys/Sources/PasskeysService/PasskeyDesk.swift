import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import PasskeysContract
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Keeps passkeys: has them made, checks their answers, and takes them away.
struct PasskeyDesk: Sendable {
    /// How many somebody has at most.
    static let limit = 10

    let database: any SQLDatabase
    let cryptography: Cryptography
    let ceremonies: Ceremonies
    let challenges: Challenges
    let accounts: any AccountReading & AccountReadingInTransaction
    /// All kinds of ways into accounts.
    let ways: @Sendable () -> [any WayInCounting]
    let letters: PasskeyLetters
    /// Ends what began with a passkey that is removed.
    let origins: any SessionOriginEnding
    let log: Logger
    let now: @Sendable () -> Date

    /// Why something isn't done, beside ``CeremonyFailure``.
    enum Refusal: Error, Hashable {
        /// Nobody has such a passkey, or it isn't this person's.
        case unknown
        /// It answers as an older copy of it would.
        case copied
        /// It is kept already.
        case known
        /// There are as many as there may be.
        case tooMany
        /// Nobody would get into the account any more.
        case lastWay
    }

    // MARK: Having one made

    func makingQuestion(for user: User, in session: SessionID) async throws -> PasskeysContract.MakingQuestion {
        let rows = try await database.read { db in try PasskeyRow.all(of: user.id, in: db) }
        let handle = try await handle(of: user.id, rows)
        return PasskeysContract.MakingQuestion(
            rp: .init(id: ceremonies.party.id, name: ceremonies.party.id),
            user: .init(id: Base64URL.encode(handle), name: user.email.description, displayName: user.name),
            challenge: Base64URL.encode(try await challenges.make(for: .making(session))),
            pubKeyCredParams: COSEKey.algorithms.map { .init(alg: $0.number) }, timeout: Challenges.lifetime * 1_000,
            excludeCredentials: rows.map { .init(id: Base64URL.encode($0.credentialID), transports: $0.transports) })
    }

    /// All of a person's have the same, whatever becomes of the server's keys.
    private func handle(of user: UserID, _ rows: [PasskeyRow]) async throws -> Data {
        if let known = rows.first?.userHandle { return known }
        return try await challenges.handle(of: user)
    }

    func add(
        _ credential: PasskeysContract.MadeCredential, named name: String, in session: AuthenticatedSession,
        from address: IPAddress
    ) async throws -> PasskeyRow {
        let user = session.userID, check = try await challenges.check(for: .making(session.sessionID))
        let made = try ceremonies.verifyMaking(
            clientData: try Self.bytes(credential.response.clientDataJSON, .clientData),
            attestation: try Self.bytes(credential.response.attestationObject, .attestation), isAsked: check)
        let known = try await database.read { db in try PasskeyRow.all(of: user, in: db) }
        let row = PasskeyRow(
            id: PasskeyID(try cryptography.random.uuid()), userID: user, credentialID: made.credential.id,
            userHandle: try await handle(of: user, known), publicKey: made.credential.publicKey,
            counter: Int64(made.data.counter), canBeBackedUp: made.data.canBeBackedUp,
            isBackedUp: made.data.isBackedUp, transports: Self.transports(credential.response.transports), name: name,
            madeAt: now(), usedAt: nil, copySeenAt: nil)
        try await database.write { db in
            try session.standing.check(in: db)
            guard try Challenges.take(made.challenge, in: db) else { throw CeremonyFailure.over }
            guard try PasskeyRow.all(of: user, in: db).count < Self.limit else { throw Refusal.tooMany }
            guard try PasskeyRow.find(credential: row.credentialID, in: db) == nil else { throw Refusal.known }
            try row.insert(in: db)
            try letters.enqueue(.added(from: address), to: user, at: row.madeAt, in: db)
        }
        log.notice("a passkey was added", ["user": user, "session": session.sessionID])
        return row
    }

    /// Those that browsers know (WebAuthn level 3, section 5.8.4); they only help them.
    private static func transports(_ words: [String]?) -> [String] {
        let known = ["usb", "nfc", "ble", "smart-card", "hybrid", "internal"]
        return known.filter { words?.contains($0) ?? false }
    }

    // MARK: What there is

    func passkeys(of user: UserID) async throws -> [PasskeyRow] {
        try await database.read { db in try PasskeyRow.all(of: user, in: db) }
    }

    func rename(_ id: PasskeyID, to name: String, in session: AuthenticatedSession) async throws -> PasskeyRow {
        let user = session.userID
        return try await database.write { db in
            try session.standing.check(in: db)
            guard try PasskeyRow.find(id, of: user, in: db) != nil else { throw Refusal.unknown }
            try PasskeyRow.rename(id, to: name, in: db)
            guard let row = try PasskeyRow.find(id, of: user, in: db) else { throw Refusal.unknown }
            return row
        }
    }

    /// Removes one, and ends the sessions that began with it, but for the one that asks.
    func remove(_ id: PasskeyID, in session: AuthenticatedSession, from address: IPAddress) async throws {
        let user = session.userID
        let ended = try await database.write { db in
            try session.standing.check(in: db)
            guard let row = try PasskeyRow.find(id, of: user, in: db) else { throw Refusal.unknown }
            // One of which there is a copy is no way in.
            guard try row.copySeenAt != nil || ways().countWays(into: user, in: db) > 1 else { throw Refusal.lastWay }
            try PasskeyRow.delete(id, in: db)
            try letters.enqueue(.removed(from: address), to: user, at: now(), in: db)
            return try origins.endSessions(
                from: .way("\(id)"), except: session.sessionID, because: .wayRemoved, in: db)
        }
        await origins.announceEnd(of: ended, because: .wayRemoved)
        log.notice("a passkey was removed", ["user": user])
    }

    static func bytes(_ text: String, _ part: CeremonyFailure.Part) throws(CeremonyFailure) -> Data {
        guard let bytes = Base64URL.decode(text) else { throw .malformed(part) }
        return bytes
    }
}
