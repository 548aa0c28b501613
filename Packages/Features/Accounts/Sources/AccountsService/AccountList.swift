package import CoreModels
import FoundationEssentials
package import SQLStoreAPI

/// Lists accounts for operators, the oldest first.
package enum AccountList {
    /// An account of the list.
    package struct Item: Hashable, Sendable {
        package let user: User
        package let suspension: Suspension?
        package let deletion: Deletion?
    }

    /// Which accounts are listed: those of which all of it is true.
    package struct Filter: Hashable, Sendable {
        package var suspended = false
        package var unverified = false
        package var closing = false

        package init(suspended: Bool = false, unverified: Bool = false, closing: Bool = false) {
            self.suspended = suspended
            self.unverified = unverified
            self.closing = closing
        }
    }

    /// What the list says of one account.
    package static func item(of user: User, in db: any SQLReading) throws -> Item {
        Item(
            user: user, suspension: try AccountRow.suspension(of: user.id, in: db),
            deletion: try AccountRow.deletion(of: user.id, in: db))
    }

    /// The next accounts, which stay where they are while others are made.
    ///
    /// - Parameter last: The account that the page before ended with; nil for the first page.
    /// - Returns: Them, and whether there are more; nil if there is no such account.
    package static func page(
        after last: UserID?, limit: Int, _ filter: Filter, in db: any SQLReading
    ) throws -> (items: [Item], hasMore: Bool)? {
        var condition: SQL = "created_at >= 0"
        if let last {
            guard let user = try AccountRow.find(last, in: db)?.user else { return nil }
            condition = "(created_at, id) > (\(user.createdAt), \(last))"
        }
        if filter.suspended { condition = condition + " AND suspended_at IS NOT NULL" }
        if filter.unverified { condition = condition + " AND verified_at IS NULL" }
        if filter.closing { condition = condition + " AND deletion_due_at IS NOT NULL" }
        let items = try db.rows(
            """
            SELECT id, name, email, verified_at, created_at, suspended_at, suspension_reason,
                deletion_asked_at, deletion_due_at, deletion_ordered_at
            FROM accounts WHERE \(condition) ORDER BY created_at, id LIMIT \(limit + 1)
            """
        ) { row in
            let text: String = try row[2]
            guard let email = EmailAddress(kept: text) else {
                throw SQLError(.typeMismatch, "column email holds no address")
            }
            let reason: String? = try row[6], askedAt: Date? = try row[7], orderedAt: Date? = try row[9]
            return Item(
                user: User(
                    id: try row[0], name: try row[1], email: email, isVerified: try row[3, as: Date?.self] != nil,
                    createdAt: try row[4]),
                suspension: try row[5, as: Date?.self].map { Suspension(since: $0, reason: reason) },
                deletion: try row[8, as: Date?.self].map {
                    Deletion(askedAt: askedAt ?? $0, dueAt: $0, isOrdered: orderedAt != nil)
                })
        }
        return (Array(items.prefix(limit)), items.count > limit)
    }
}
