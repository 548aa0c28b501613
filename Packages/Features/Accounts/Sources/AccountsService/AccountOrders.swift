package import CoreModels
package import FoundationEssentials
package import SQLStoreAPI
package import SessionsServiceAPI

/// What whoever runs the server does to accounts, each in one transaction of a
/// command; a server that runs hears of it as any other of its changes.
///
/// The person is written to by the server, which alone can seal letters.
package struct AccountOrders: Sendable {
    private let followers: [OperatorActFollowing]
    private let now: Date

    /// - Parameter followers: Those of other features, whose tables are there.
    package init(followers: [OperatorActFollowing], now: Date) {
        self.followers = followers
        self.now = now
    }

    /// Keeps somebody out until the account is released.
    ///
    /// - Returns: How many sessions ended; nil if it is suspended already.
    package func suspend(_ user: User, because reason: String?, in db: any SQLWriting) throws -> Int? {
        guard try AccountRow.suspension(of: user.id, in: db) == nil else { return nil }
        try AccountRow.setSuspension(Suspension(since: now, reason: reason), of: user.id, in: db)
        try LetterRow.insert(.suspended, of: user.id, because: reason, at: now, in: db)
        return try follow(.endedAccess(because: .suspended), of: user, in: db)
    }

    /// Has an account deleted after a time in which releasing it takes that back: until then it is
    /// suspended, since whoever may be in it would be asked in vain whether they want to keep it.
    ///
    /// - Parameter grace: The time.
    /// - Returns: When it is gone, and how many sessions ended; nil if that was ordered before.
    package func delete(
        _ user: User, because reason: String?, after grace: Duration, in db: any SQLWriting
    ) throws -> (due: Date, ended: Int)? {
        guard try AccountRow.deletion(of: user.id, in: db)?.isOrdered != true else { return nil }
        if try AccountRow.suspension(of: user.id, in: db) == nil {
            try AccountRow.setSuspension(Suspension(since: now, reason: reason), of: user.id, in: db)
        }
        // The day of its person's own wish may be too near for them to hear of this.
        let due = now.addingTimeInterval(grace / .seconds(1))
        try AccountRow.setDeletion(Deletion(askedAt: now, dueAt: due, isOrdered: true), of: user.id, in: db)
        try LetterRow.insert(.deletion, of: user.id, because: reason, at: now, in: db)
        return (due, try follow(.endedAccess(because: .accountClosed), of: user, in: db))
    }

    /// Lets somebody in again, and takes back that the account is deleted, if it was ordered.
    ///
    /// - Returns: Whether the account was suspended.
    package func release(_ user: User, in db: any SQLWriting) throws -> Bool {
        guard try AccountRow.suspension(of: user.id, in: db) != nil else { return false }
        try AccountRow.setSuspension(nil, of: user.id, in: db)
        if try AccountRow.deletion(of: user.id, in: db)?.isOrdered == true {
            try AccountRow.setDeletion(nil, of: user.id, in: db)
        }
        try AccountRow.postponeDeletion(
            of: user.id, until: now.addingTimeInterval(Deletion.shortestGrace / .seconds(1)), in: db)
        try LetterRow.insert(.released, of: user.id, because: nil, at: now, in: db)
        _ = try follow(.released, of: user, in: db)
        return true
    }

    /// Takes the address as proved.
    ///
    /// - Returns: Whether it wasn't.
    package func verify(_ user: User, in db: any SQLWriting) throws -> Bool {
        guard !user.isVerified else { return false }
        try AccountRow.markVerified(user.id, at: now, in: db)
        _ = try follow(.tookAddressAsProved, of: user, in: db)
        return true
    }

    /// Ends all sessions, and the ways in that have begun.
    ///
    /// - Returns: How many sessions ended.
    package func logOut(_ user: User, in db: any SQLWriting) throws -> Int {
        try follow(.endedAccess(because: .endedByOperator), of: user, in: db)
    }

    private func follow(_ act: OperatorAct, of user: User, in db: any SQLWriting) throws -> Int {
        try followers.reduce(0) { $0 + (try $1.follow(act, user.id, now, db)) }
    }
}
