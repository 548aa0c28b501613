import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import Locking
import MailAPI
import RateLimitingAPI
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Deletes accounts: after some days, in which whoever logs in takes it back.
struct AccountDeletion: Sendable {
    let database: any SQLDatabase
    let subjects: any SessionSubjectUpdating
    let events: any SecurityEventRecording
    /// Those who know states of accounts.
    let states: @Sendable () -> [any AccountStateKnowing]
    let observers: @Sendable () -> [any AccountObserving]
    let attempts: any AttemptForgetting
    let letters: DeletionLetters
    let grace: Duration
    let log: Logger
    let now: @Sendable () -> Date
    /// Whether this server has looked since it started which accounts are due.
    private let hasLooked = Locked(false)

    /// Begins it for one of the account's sessions: nobody is in the account any more.
    ///
    /// - Returns: When it is done; nil if there is no such account, or nobody may be in it.
    /// - Throws: An `HTTPProblem` if the session is over, or proved too little or too long
    ///   ago; or what the database throws.
    func begin(in session: AuthenticatedSession) async throws -> Date? {
        let id = session.userID, observers = observers()
        let begun = try await database.write { db -> (due: Date, ended: [SessionID])? in
            // Who was logged out meanwhile deletes nothing.
            try session.standing.check(in: db)
            guard let user = try AccountRow.find(id, in: db)?.user,
                try AccountRow.suspension(of: id, in: db) == nil
            else { return nil }
            // Where a second factor is in force, a thief of a password deletes nothing.
            let asked = now(), earliest = asked.addingTimeInterval(grace / .seconds(1))
            try session.require(try states().levelOfChanges(to: user, in: db), at: asked)
            try AccountRow.setDeletion(Deletion(askedAt: asked, dueAt: earliest), of: id, in: db)
            let ended = try subjects.recordClosing(of: id, in: db)
            for observer in observers { try observer.record(.deletionBegun(user), in: db) }
            // They may know of something that keeps the person out for longer.
            let due = try AccountRow.deletion(of: id, in: db)?.dueAt ?? earliest
            try letters.tellOfBeginning(to: user, at: asked, until: due, in: db)
            return (due, ended)
        }
        guard let begun else { return nil }
        await subjects.announceClosing(of: id, ending: begun.ended)
        log.notice("an account is to be deleted", ["user": id, "due": begun.due.formatted(.iso8601)])
        return begun.due
    }

    /// Lets an account be that was to be deleted.
    ///
    /// - Parameter change: What the person is told: that they are in, or that their address
    ///   came back and the deletion was undone with it.
    private func takeBack(_ id: UserID, as change: WayChange = .kept, in db: any SQLWriting) throws {
        guard try AccountRow.deletion(of: id, in: db) != nil, let user = try AccountRow.find(id, in: db)?.user
        else { return }
        try AccountRow.setDeletion(nil, of: id, in: db)
        try events.record(.wayInChanged(.account, change), of: id, in: db)
        if change == .restored {
            try letters.tellOfUndoing(to: user, at: now(), in: db)
        } else {
            try letters.tellOfReturn(to: user, at: now(), in: db)
        }
        try db.afterCommit { log.notice("an account isn't to be deleted any more", ["user": id]) }
    }

    // MARK: The end

    /// Deletes the accounts whose time has come, each wholly or not at all: a server that is
    /// killed meanwhile has done nothing of it, and another one does it.
    var sweep: Sweep {
        Sweep("account-deletion", every: .seconds(60)) { [self] db in
            let now = now()
            if !hasLooked.current {
                try AccountRow.forgetSeen(in: db)
                try db.afterCommit { hasLooked.withLock { $0 = true } }
            }
            var room = Self.mostAtOnce
            for id in try AccountRow.due(at: now, in: db) where room > 0 {
                do {
                    try db.savepoint { try finish(id, in: $0) }
                    room -= 1
                } catch {
                    // A transaction that has to begin anew comes back to it, and is no failure.
                    try db.savepoint { _ in }
                    // Others mustn't wait for it.
                    log.failure("could not delete an account", ["user": id, "reason": "\(error)"])
                }
            }
            try AccountRow.noteDue(at: now, in: db)
        }
    }

    /// How many go in one transaction, for which others wait.
    private static let mostAtOnce = 10

    private func finish(_ id: UserID, in db: any SQLWriting) throws {
        guard let user = try AccountRow.find(id, in: db)?.user, let deletion = try AccountRow.deletion(of: id, in: db)
        else { return }
        // They came back to a server that had this plugin switched off.
        if try subjects.hasBegun(since: deletion.askedAt, of: id, in: db) { return try takeBack(id, in: db) }
        try subjects.recordDeletion(of: id, in: db)
        // Nothing is told of the account after that.
        for observer in observers() { try observer.record(.deleted(user), in: db) }
        try attempts.forget("\(id)", in: db)
        try AccountRow.delete(id, in: db)
        try letters.tellOfEnd(to: user, at: now(), in: db)
        try db.afterCommit { log.notice("an account is deleted", ["user": id]) }
    }
}

/// Whoever is in by all that it takes wants the account.
extension AccountDeletion: SessionObserving {
    func record(_ event: SessionEvent, in transaction: any SQLWriting) throws {
        guard case .began(_, let user, _) = event else { return }
        // Whoever was admitted just before the account went is in no account.
        guard try AccountRow.find(user, in: transaction) != nil else { throw SessionsError.overtaken }
        try takeBack(user, in: transaction)
    }
}

/// What was asked for while others had the account isn't its owner's wish.
extension AccountDeletion: AccountObserving {
    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        guard case .returned(let user, let since) = event,
            let deletion = try AccountRow.deletion(of: user.id, in: transaction), deletion.askedAt >= since,
            !deletion.isOrdered
        else { return }
        try takeBack(user.id, as: .restored, in: transaction)
    }
}
