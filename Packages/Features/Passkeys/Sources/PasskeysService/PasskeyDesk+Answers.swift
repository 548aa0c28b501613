import AccountsServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import PasskeysContract
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// That somebody answered with a passkey.
struct PasskeyProof: Sendable {
    /// Whose it is.
    let user: User
    let passkey: PasskeyID
    fileprivate let challenge: Data
    fileprivate let counter: Int64
    fileprivate let isBackedUp: Bool
    fileprivate let date: Date

    /// When the question was asked, at the latest.
    var askedAt: Date { Challenges.lastBeginning(of: challenge) }

    /// Uses the answer up, in the transaction of what it is for.
    ///
    /// - Returns: Whether the passkey is there still.
    /// - Throws: What to answer for one that was used.
    func use(_ db: any SQLWriting) throws -> Bool {
        guard try Challenges.take(challenge, in: db) else { throw HTTPProblem.questionOver }
        return try PasskeyRow.use(passkey, counter: counter, isBackedUp: isBackedUp, at: date, in: db)
    }
}

extension PasskeyDesk {
    /// What any passkey of any person can be asked: it says nothing of who has one.
    func answerQuestion(for purpose: Challenges.Purpose) async throws -> PasskeysContract.AnswerQuestion {
        PasskeysContract.AnswerQuestion(
            challenge: Base64URL.encode(try await challenges.make(for: purpose)),
            timeout: Challenges.lifetime * 1_000, rpId: ceremonies.party.id)
    }

    /// Checks an answer.
    ///
    /// One with a passkey that nobody has is looked at like any other, by the key of a
    /// decoy, and refused like one that isn't signed by the passkey. What is done for it
    /// follows from what was sent alone.
    ///
    /// - Parameter person: Who has to have answered; nil for anybody, who has to say who
    ///   it is then.
    func prove(
        _ answer: PasskeysContract.AnsweredCredential, for purpose: Challenges.Purpose, as person: UserID? = nil
    ) async throws -> PasskeyProof {
        let id = try Self.bytes(answer.id, .authenticatorData)
        let handle = answer.response.userHandle.flatMap { Base64URL.decode($0) }
        let read = try await database.read { db in try PasskeyRow.findOrDecoy(credential: id, in: db) }
        guard let found = read else { throw Refusal.unknown }
        let key = COSEKey(found.publicKey)
        let answered = try ceremonies.verifyAnswer(
            clientData: try Self.bytes(answer.response.clientDataJSON, .clientData),
            authenticatorData: try Self.bytes(answer.response.authenticatorData, .authenticatorData),
            signature: try Self.bytes(answer.response.signature, .authenticatorData),
            publicKey: key ?? .decoy,
            canBeBackedUp: found.isDecoy ? nil : found.canBeBackedUp,
            isAsked: try await challenges.check(for: purpose))
        // Everybody knows the private half of the decoy's key.
        guard key != nil, !found.isDecoy, person ?? found.userID == found.userID,
            handle == found.userHandle || (handle == nil && person != nil),
            let user = try await accounts.account(found.userID)
        else { throw Refusal.unknown }
        let counter = Int64(answered.data.counter)
        guard found.isOwn(counter: counter) else {
            try await note(copyOf: found, answering: answered.challenge)
            throw Refusal.copied
        }
        return PasskeyProof(
            user: user, passkey: found.id, challenge: answered.challenge, counter: counter,
            isBackedUp: answered.data.isBackedUp, date: now())
    }

    /// An answer that an older copy would give (WebAuthn level 3, section 6.1.1) lets
    /// nobody in; the person is told.
    private func note(copyOf passkey: PasskeyRow, answering challenge: Data) async throws {
        let now = now()
        try await database.write { db in
            // The very same answer once more is none.
            guard try Challenges.take(challenge, in: db) else { throw CeremonyFailure.over }
            guard passkey.copySeenAt == nil else { return }
            try PasskeyRow.noteCopy(of: passkey.id, at: now, in: db)
            try letters.enqueue(.copied, to: passkey.userID, at: now, in: db)
        }
        log.notice("a passkey answered as an older copy of it would", ["user": passkey.userID])
    }
}

extension PasskeyDesk: WayInCounting {
    func countWays(into account: UserID, in transaction: any SQLReading) throws -> Int {
        try PasskeyRow.all(of: account, in: transaction).count { $0.copySeenAt == nil }
    }
}

extension PasskeyDesk: AccountObserving {
    /// What was made while others had the account is theirs; that the address is back is
    /// told by letter.
    ///
    /// Whoever reads the mail of the address may be another one than was in the account: what
    /// somebody made before the address was proved, or not long before it was recovered, goes.
    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        switch event {
        case .returned(let user, let since):
            guard try PasskeyRow.delete(of: user.id, madeSince: since, in: transaction) else { return }
            try letters.events.record(.wayInChanged(.passkey, .removed), of: user.id, in: transaction)
        case .recovered(let user, let since):
            guard try PasskeyRow.delete(of: user.id, madeSince: since, in: transaction) else { return }
            try letters.enqueue(.notKept, to: user.id, at: now(), in: transaction)
        case .verified(let user, by: .reader):
            guard try PasskeyRow.delete(of: user.id, madeSince: .distantPast, in: transaction) else { return }
            try letters.enqueue(.notKept, to: user.id, at: now(), in: transaction)
        default: break
        }
    }
}

extension OperatorActFollowing {
    /// An operator knows whose an address is, and not who was in the account before.
    static let passkeys = OperatorActFollowing(PasskeysMigrations.all) { act, user, _, db in
        guard act == .tookAddressAsProved else { return 0 }
        _ = try PasskeyRow.delete(of: user, madeSince: .distantPast, in: db)
        return 0
    }
}
