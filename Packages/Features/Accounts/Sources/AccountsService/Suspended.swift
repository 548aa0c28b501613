import CoreModels
package import FoundationEssentials
import SQLStoreAPI
import SessionsServiceAPI

/// That an account is suspended.
package struct Suspension: Hashable, Sendable {
    /// Since when.
    package let since: Date
    /// Why, in the words of whoever runs the server; nil where they gave none.
    package let reason: String?

    package init(since: Date, reason: String?) {
        self.since = since
        self.reason = reason
    }
}

/// Keeps people out whose account is suspended.
struct Suspended: AccountStateKnowing {
    func states(of user: User, in transaction: any SQLReading) throws -> Set<AccountState> {
        try AccountRow.suspension(of: user.id, in: transaction) == nil ? [] : [.suspended]
    }
}

extension AccountRow {
    static func suspension(of id: UserID, in db: any SQLReading) throws -> Suspension? {
        try db.first(
            "SELECT suspended_at, suspension_reason FROM accounts WHERE id = \(id) AND suspended_at IS NOT NULL"
        ) { row in Suspension(since: try row[0], reason: try row[1]) }
    }

    static func setSuspension(_ suspension: Suspension?, of id: UserID, in db: any SQLWriting) throws {
        try db.run(
            """
            UPDATE accounts SET suspended_at = \(suspension?.since), suspension_reason = \(suspension?.reason)
            WHERE id = \(id)
            """)
    }
}
