import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import LoginServiceAPI
import RateLimitingAPI
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Who has lost authenticator and recovery codes gets back in after some days, in
/// which whoever has one of them, or a session, can say that it isn't so.
extension FactorDesk {
    func reportLoss(
        of user: User, provided condition: @escaping @Sendable (any SQLReading) throws -> Bool
    ) async throws -> Date? {
        let now = now(), end = try end(ofLossAt: now)
        let reminder = now.addingTimeInterval(lossDelay * 6 / 7 / .seconds(1))
        let noted = try await database.write { db -> (end: Date, isNew: Bool)? in
            guard try condition(db), try AuthenticatorRow.isInForce(for: user.id, at: now, in: db) else { return nil }
            if let known = try LossRow.end(for: user.id, in: db) { return (known, false) }
            let admission = try losses.admit(user.id.description, in: db)
            guard admission.isAllowed else { throw TooManyLosses(reset: admission.reset) }
            try LossRow.insert(user.id, until: end, remindingAt: reminder, in: db)
            // Whoever set the factor up may have asked for the deletion, which only who is in takes back.
            try accounts.postponeDeletion(of: user.id, keptOutUntil: end, in: db)
            try letters.enqueue(.lossReported(until: end), to: user, at: now, in: db)
            return (end, true)
        }
        if let noted, noted.isNew { log.warning("second factor lost", ["user": user.id]) }
        return noted?.end
    }

    func foreseeLoss(of user: User) async throws -> Date? {
        let now = now(), end = try end(ofLossAt: now)
        let (isInForce, known) = try await database.read { db in
            (
                try AuthenticatorRow.isInForce(for: user.id, at: now, in: db),
                try LossRow.end(for: user.id, in: db)
            )
        }
        guard isInForce else { return nil }
        if let known { return known }
        // Nobody is told a date of what would be refused.
        let admission = try await losses.foresee(user.id.description)
        guard admission.isAllowed else { throw TooManyLosses(reset: admission.reset) }
        return end
    }

    private func end(ofLossAt time: Date) throws(FactorStays) -> Date {
        guard lossDelay > .zero else { throw FactorStays() }
        return time.addingTimeInterval(lossDelay / .seconds(1))
    }

    /// Keeps the factor of somebody who didn't lose it.
    func takeBackLoss(of user: User, in session: AuthenticatedSession) async throws {
        let now = now()
        let wasLost = try await database.write { db in
            try session.standing.check(in: db)
            return try takeBackLoss(of: user, at: now, in: db)
        }
        if wasLost { log.notice("second factor not lost", ["user": user.id]) }
    }

    /// The same in a transaction; what is over can't be taken back, and ends.
    ///
    /// - Returns: Whether it was said to be lost, and hasn't ended.
    @discardableResult
    func takeBackLoss(of user: User, at now: Date, in db: any SQLWriting) throws -> Bool {
        guard try !endLost(of: user.id, at: now, in: db), try LossRow.remove(of: user.id, in: db) else { return false }
        try letters.enqueue(.lossTakenBack, to: user, at: now, in: db)
        return true
    }

    /// Takes away what has ended and nobody came for, and reminds people.
    var sweep: Sweep {
        Sweep("factor-losses", every: .seconds(600)) { [self] db in
            let now = now()
            for id in try LossRow.over(at: now, in: db) { try endLost(of: id, at: now, in: db) }
            for (id, end) in try LossRow.takeReminders(at: now, in: db) {
                guard let user = try accounts.account(id, in: db) else { continue }
                try letters.enqueue(.lossReminder(until: end), to: user, at: now, in: db)
            }
        }
    }

    /// Takes away somebody's factor that ended since it is lost, and tells the person.
    ///
    /// The row of the loss goes in the same transaction, so it is told once, whoever
    /// comes first. What reads the tables knows already that it ended.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    func endLost(of id: UserID, at now: Date, in db: any SQLWriting) throws -> Bool {
        guard try LossRow.isOver(for: id, at: now, in: db) else { return false }
        try AuthenticatorRow.remove(of: id, in: db)
        if let user = try accounts.account(id, in: db) {
            try letters.enqueue(.factorOff, to: user, at: now, in: db)
        }
        return true
    }
}

extension FactorDesk: SessionObserving {
    /// Tells that a factor ended in the transaction that lets the first one in after it,
    /// whichever way they come: nobody is in before the owner can know.
    func record(_ event: SessionEvent, in transaction: any SQLWriting) throws {
        guard case .began(_, let user, _) = event else { return }
        try endLost(of: user, at: now(), in: transaction)
    }
}

extension FactorDesk: AccountObserving {
    /// Whoever sets another password is the owner, as far as anybody can tell: a loss
    /// that was reported with the password before isn't theirs.
    ///
    /// Nor is a factor theirs that was set up while they hadn't the account, nor are
    /// recovery codes that were made then. While nobody had proved the address, that was
    /// whoever made the account, who may be another one than reads its mail.
    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        let now = now()
        switch event {
        case .passwordReplaced(let user, _): try takeBackLoss(of: user, at: now, in: transaction)
        case .returned(let user, let since):
            guard let row = try AuthenticatorRow.find(user.id, at: now, in: transaction) else { return }
            guard row.confirmedAt ?? row.madeAt >= since else {
                return try RecoveryCodeRow.putBack(of: user.id, asOf: since, in: transaction)
            }
            try AuthenticatorRow.remove(of: user.id, in: transaction)
            if row.confirmedAt != nil { try letters.enqueue(.factorOff, to: user, at: now, in: transaction) }
        case .verified(let user, by: .reader):
            guard try AuthenticatorRow.isInForce(for: user.id, at: now, in: transaction) else { return }
            try AuthenticatorRow.remove(of: user.id, in: transaction)
            try letters.enqueue(.factorOfStranger, to: user, at: now, in: transaction)
        case .deletionBegun(let user):
            guard let end = try LossRow.end(for: user.id, in: transaction) else { return }
            try accounts.postponeDeletion(of: user.id, keptOutUntil: end, in: transaction)
        case .deleted(let user): try AuthenticatorRow.remove(of: user.id, in: transaction)
        // It stays: who reads the mail alone ends it by saying that it is lost, which takes days.
        case .created, .verified(_, by: .member), .addressReplaced, .recovered: break
        }
    }

    /// Whoever guesses, or says that the factor is lost, knows the password: with
    /// another one, the owner is no longer locked out.
    func observe(_ event: AccountEvent) async {
        guard case .passwordReplaced(let user, _) = event else { return }
        do {
            try await guesses.forgetThose(whoKnewThePasswordOf: user.id)
            try await losses.reset(for: user.id.description)
        } catch {
            log.failure("could not end a lock", ["user": user.id, "reason": "\(error)"])
        }
    }
}
