import AccountsServiceAPI
import CoreModels
package import FoundationEssentials
import SQLStoreAPI
import SessionsServiceAPI

/// That the account is to be deleted.
package struct Deletion: Hashable, Sendable {
    /// Since when.
    package let askedAt: Date
    /// When it is done, unless somebody logs in before.
    package let dueAt: Date
    /// Whether whoever runs the server ordered it: then the account is suspended until it is gone, and only its
    /// release takes it back.
    package let isOrdered: Bool

    package init(askedAt: Date, dueAt: Date, isOrdered: Bool = false) {
        self.askedAt = askedAt
        self.dueAt = dueAt
        self.isOrdered = isOrdered
    }

    /// The shortest time in which a deletion can be taken back: as long as that in which
    /// the change of an address can be undone, by which a thief may have kept the letter
    /// from its reader.
    static let shortestGrace = Duration.seconds(7 * 86_400)
    /// The longest: whoever wants to be forgotten is, within a month (GDPR, article 12).
    static let longestGrace = Duration.seconds(30 * 86_400)
    /// For how long a server finds an account due, in one run, before it goes: what is deleted doesn't
    /// come back, and a machine that has just started may have a wrong clock, or was off
    /// while somebody wanted to log in.
    static let reflection = Duration.seconds(3_600)
}

/// Tells the gate of accounts that are deleted.
struct Closing: AccountStateKnowing {
    func states(of user: User, in transaction: any SQLReading) throws -> Set<AccountState> {
        try AccountRow.deletion(of: user.id, in: transaction) == nil ? [] : [.closing]
    }

    /// Nobody takes a deletion back by what they did before it.
    func voidsSteps(of user: User, begunAt date: Date, in transaction: any SQLReading) throws -> Bool {
        try AccountRow.deletion(of: user.id, in: transaction).map { date < $0.askedAt } ?? false
    }
}

extension AccountRow {
    static func deletion(of id: UserID, in db: any SQLReading) throws -> Deletion? {
        try db.first(
            """
            SELECT deletion_asked_at, deletion_due_at, deletion_ordered_at FROM accounts
            WHERE id = \(id) AND deletion_due_at IS NOT NULL
            """
        ) { row in
            let due: Date = try row[1]
            return Deletion(
                askedAt: try row[0, as: Date?.self] ?? due, dueAt: due, isOrdered: try row[2, as: Date?.self] != nil)
        }
    }

    static func setDeletion(_ deletion: Deletion?, of id: UserID, in db: any SQLWriting) throws {
        let orderedAt = deletion.flatMap { $0.isOrdered ? $0.askedAt : nil }
        try db.run(
            """
            UPDATE accounts SET deletion_asked_at = \(deletion?.askedAt), deletion_due_at = \(deletion?.dueAt),
                deletion_ordered_at = \(orderedAt), deletion_seen_at = \(Date?.none)
            WHERE id = \(id)
            """)
    }

    /// Leaves whoever was kept out the time to take it back.
    static func postponeDeletion(of id: UserID, until moment: Date, in db: any SQLWriting) throws {
        try db.run(
            """
            UPDATE accounts SET deletion_due_at = \(moment), deletion_seen_at = \(Date?.none)
            WHERE id = \(id) AND deletion_due_at < \(moment)
            """)
    }

    /// What is due is what nobody is kept from taking back: a thief may have asked for it,
    /// and whoever runs the server have locked them out.
    ///
    /// What these ordered themselves is due on its day.
    private static func isDue(at now: Date) -> SQL {
        "deletion_due_at <= \(now) AND (suspended_at IS NULL OR deletion_ordered_at IS NOT NULL)"
    }

    /// The accounts that have been due for long enough, the earliest first.
    static func due(at now: Date, in db: any SQLReading) throws -> [UserID] {
        let latest = now.addingTimeInterval(-(Deletion.reflection / .seconds(1)))
        return try db.values(
            """
            SELECT id FROM accounts WHERE \(isDue(at: now)) AND deletion_seen_at <= \(latest)
            ORDER BY deletion_due_at, id
            """, as: UserID.self)
    }

    /// Notes which accounts are due now; what was seen at a time that is yet to come was
    /// seen by a wrong clock.
    static func noteDue(at now: Date, in db: any SQLWriting) throws {
        try db.run(
            """
            UPDATE accounts SET deletion_seen_at = \(now)
            WHERE \(isDue(at: now)) AND (deletion_seen_at IS NULL OR deletion_seen_at > \(now))
            """)
    }

    /// Has the time begin anew for which accounts have been found due: it is that of a server
    /// that runs, and doesn't go on while none does.
    static func forgetSeen(in db: any SQLWriting) throws {
        try db.run(
            "UPDATE accounts SET deletion_seen_at = \(Date?.none) WHERE deletion_seen_at IS NOT NULL")
    }

    /// Deletes all that accounts know of somebody.
    static func delete(_ id: UserID, in db: any SQLWriting) throws {
        try db.run("DELETE FROM account_letters WHERE user_id = \(id)")
        try db.run("DELETE FROM former_passwords WHERE user_id = \(id)")
        try db.run("DELETE FROM accounts WHERE id = \(id)")
    }
}

extension AccountDirectory: DeletionPostponing {
    func postponeDeletion(of user: UserID, keptOutUntil moment: Date, in transaction: any SQLWriting) throws {
        try AccountRow.postponeDeletion(
            of: user, until: moment.addingTimeInterval(Deletion.shortestGrace / .seconds(1)), in: transaction)
    }
}
