import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import LoginServiceAPI
import MailAPI
import RateLimitingAPI
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Keeps second factors: sets them up, checks them, and takes them away.
struct FactorDesk: Sendable {
    /// How many recovery codes there are.
    static let recoveryCodeCount = 10
    /// For how long an authenticator can be confirmed.
    private static let setupTime: TimeInterval = 3_600
    /// With how many codes: as many as there may be wrong ones at a login (D6).
    private static let setupTries = 5

    let database: any SQLDatabase
    let keys: FactorKeys
    let guesses: FactorGuesses
    /// How often it may be said of an account that its factor is lost; each time its
    /// owner gets letters, and one when it is taken back.
    let losses: any RateLimiting
    let reauthentication: any SessionReauthenticating
    let accounts: any AccountReadingInTransaction & DeletionPostponing
    let letters: FactorLetters
    /// How long a lost factor stays in force; zero for until the operator acts.
    let lossDelay: Duration
    let log: Logger
    let now: @Sendable () -> Date

    /// Begins to set up an authenticator.
    ///
    /// - Returns: Its secret; nil if one is in force.
    func begin(in session: AuthenticatedSession) async throws -> Secret? {
        let user = session.userID, secret = try keys.makeSecret()
        let sealed = try await keys.seal(secret, of: user), now = now()
        let begins = try await database.write { db in
            try session.standing.check(in: db)
            try endLost(of: user, at: now, in: db)
            return try AuthenticatorRow.begin(sealed, of: user, at: now, in: db)
        }
        return begins ? secret : nil
    }

    /// What became of a code that confirms.
    enum Confirmation {
        case inForce(recoveryCodes: [Secret])
        case wrong
        /// Nothing is being set up, or too many codes were wrong.
        case nothingToConfirm
    }

    /// Puts an authenticator into force, once it shows a right code.
    func confirm(
        with typed: Secret, of user: User, in session: AuthenticatedSession
    ) async throws -> Confirmation {
        let now = now()
        let found = try await database.read { db in try AuthenticatorRow.find(user.id, at: now, in: db) }
        guard let row = found, row.confirmedAt == nil, now.timeIntervalSince(row.madeAt) < Self.setupTime else {
            return .nothingToConfirm
        }
        // It is counted before it is looked at, so that many at once are no more than one after another.
        let mayTry = try await database.write { db in
            try session.standing.check(in: db)
            return try AuthenticatorRow.takeTry(of: Self.setupTries, row.sealedSecret, of: user.id, in: db)
        }
        guard mayTry else { return .nothingToConfirm }
        guard case .timed(let code) = TypedCode(typed),
            let step = try await keys.step(
                of: code, among: TimedCode.steps(at: now, after: 0), sealed: row.sealedSecret, of: user.id)
        else { return .wrong }
        let (codes, digests) = try await makeRecoveryCodes(for: user.id)
        let proved = session.authentication.adding(.oneTimeCode)
        let isInForce = try await database.write { db in
            try session.standing.check(in: db)
            guard try AuthenticatorRow.confirm(row.sealedSecret, of: user.id, using: step, at: now, in: db) else {
                return false
            }
            try RecoveryCodeRow.replace(of: user.id, with: digests, at: now, in: db)
            try reauthentication.record(proved, in: session.sessionID, db)
            try letters.enqueue(.factorOn, to: user, at: now, in: db)
            return true
        }
        guard isInForce else { return .nothingToConfirm }
        log.notice("second factor on", ["user": user.id, "session": session.sessionID])
        return .inForce(recoveryCodes: codes)
    }

    /// Takes the second factor away; one that ended since it is lost goes by itself.
    func remove(of user: User, in session: AuthenticatedSession) async throws {
        let now = now()
        let wasInForce = try await database.write { db in
            try session.standing.check(in: db)
            guard try AuthenticatorRow.isInForce(for: user.id, at: now, in: db) else { return false }
            try AuthenticatorRow.remove(of: user.id, in: db)
            try letters.enqueue(.factorOff, to: user, at: now, in: db)
            return true
        }
        if wasInForce { log.notice("second factor off", ["user": user.id]) }
    }

    /// Makes other recovery codes; those before are worth nothing then.
    ///
    /// - Returns: nil if no second factor is in force.
    func renewRecoveryCodes(of user: User, in session: AuthenticatedSession) async throws -> [Secret]? {
        let (codes, digests) = try await makeRecoveryCodes(for: user.id), now = now()
        let isInForce = try await database.write { db in
            try session.standing.check(in: db)
            guard try AuthenticatorRow.isInForce(for: user.id, at: now, in: db) else { return false }
            try RecoveryCodeRow.replace(of: user.id, with: digests, at: now, in: db)
            try letters.enqueue(.recoveryCodesMade, to: user, at: now, in: db)
            return true
        }
        return isInForce ? codes : nil
    }

    private func makeRecoveryCodes(for user: UserID) async throws -> (codes: [Secret], digests: [Data]) {
        var codes: [Secret] = [], digests: [Data] = []
        while codes.count < Self.recoveryCodeCount {
            let code = try keys.makeRecoveryCode()
            guard case .recovery(let letters) = TypedCode(code) else { continue }
            codes.append(code)
            digests.append(try await keys.digest(ofRecoveryCode: letters, of: user))
        }
        return (codes, digests)
    }
}

extension FactorDesk: AccountStateKnowing {
    func states(of user: User, in transaction: any SQLReading) throws -> Set<AccountState> {
        try AuthenticatorRow.isInForce(for: user.id, at: now(), in: transaction) ? [.protected] : []
    }
}
