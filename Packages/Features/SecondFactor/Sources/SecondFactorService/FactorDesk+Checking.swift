import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import LoginServiceAPI
import RateLimitingAPI
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

extension FactorDesk: SecondFactorChecking {
    func isInForce(for user: UserID, before moment: Date, in transaction: any SQLReading) throws -> Bool {
        guard let confirmed = try AuthenticatorRow.find(user, at: now(), in: transaction)?.confirmedAt else {
            return false
        }
        return confirmed < moment
    }

    func use(of code: Secret, by user: User, asOf moment: Date) async throws -> FactorUse? {
        try await find(code, of: user, asOf: moment)
    }

    func check<Value: Sendable>(
        _ code: Secret, of user: User, after first: FirstStep, _ act: (FactorUse) async throws -> Value?
    ) async throws -> FactorCheck<Value> {
        let (guesses, counted) = guesses.counter(of: user.id, after: first)
        let admission = try await guesses.admit(counted)
        guard admission.isAllowed else {
            log.warning("second factor locked", ["user": user.id, "seconds": Int(admission.reset.rounded(.up))])
            return .locked(admission.reset)
        }
        let value: Value?
        do {
            value = if let use = try await find(code, of: user) { try await act(use) } else { nil }
        } catch {
            // If that can't be written, the limiter makes up for it before the next attempt.
            try? await guesses.withdraw(counted)
            throw error
        }
        guard let value else {
            log.notice("wrong second factor", ["user": user.id, "left": admission.remaining])
            if admission.beginsLockout { await tellOfGuesses(user) }
            return .wrong
        }
        // The code is used up, so what was done with it has to be told; the limiter makes up for the rest.
        _ = try? await guesses.recordAttempt(for: counted, success: true)
        return .done(value)
    }

    /// Whoever guesses has got past the way in.
    ///
    /// The code is wrong and counted, whether or not that can be told.
    private func tellOfGuesses(_ user: User) async {
        do {
            try await database.write { db in try letters.enqueue(.guessed, to: user, at: now(), in: db) }
        } catch {
            log.failure("could not tell of wrong second factors", ["user": user.id, "reason": "\(error)"])
        }
    }

    /// How a code is used up; nil for a wrong one.
    ///
    /// - Parameter moment: When it has to have been good; nil for the present.
    private func find(_ typed: Secret, of user: User, asOf moment: Date? = nil) async throws -> FactorUse? {
        let now = now()
        switch TypedCode(typed) {
        case nil: return nil
        case .timed(let code):
            let found = try await database.read { db in try AuthenticatorRow.find(user.id, at: now, in: db) }
            guard let row = found, let confirmed = row.confirmedAt, confirmed < moment ?? .distantFuture else {
                return nil
            }
            let steps = TimedCode.steps(at: now, after: row.latestStep)
            guard let step = try await keys.step(of: code, among: steps, sealed: row.sealedSecret, of: user.id) else {
                return nil
            }
            return FactorUse(.oneTimeCode) { db in
                guard try AuthenticatorRow.use(step, of: user.id, in: db) else { return false }
                try takeBackLoss(of: user, at: now, in: db)
                return true
            }
        case .recovery(let letters):
            let digest = try await keys.digest(ofRecoveryCode: letters, of: user.id)
            guard
                try await database.read({ db in
                    try RecoveryCodeRow.isUnused(digest, of: user.id, asOf: moment, in: db)
                })
            else { return nil }
            return FactorUse(.oneTimeCode) { [accounts, letters = self.letters] db in
                guard try !LossRow.isOver(for: user.id, at: now, in: db),
                    try RecoveryCodeRow.use(digest, of: user.id, asOf: moment, at: now, in: db)
                else { return false }
                // The transaction may have given the account another address.
                let user = try accounts.account(user.id, in: db) ?? user
                try takeBackLoss(of: user, at: now, in: db)
                let left = try RecoveryCodeRow.left(of: user.id, in: db)
                try letters.enqueue(.recoveryCodeUsed(left: left), to: user, at: now, in: db)
                return true
            }
        }
    }
}
