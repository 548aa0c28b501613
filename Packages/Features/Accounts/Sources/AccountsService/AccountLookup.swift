package import AccountsServiceAPI
package import CoreModels
package import FoundationEssentials
package import SQLStoreAPI

/// Finds accounts for operators, who may know an address that the account hasn't any
/// more: its owner asks for help with that one.
package struct AccountLookup: Sendable {
    private let keepers: [any AddressKeeping]
    private let now: Date

    /// - Parameter keepers: Those of other features, whose tables are there.
    package init(keepers: [any AddressKeeping], now: Date) {
        self.keepers = keepers
        self.now = now
    }

    /// An account that was found.
    package struct Found: Sendable {
        package let user: User
        /// The address that it had, and may get back; nil for none.
        package let kept: KeptAddress?
        /// Whether it was found by that one.
        package let isFoundByKept: Bool
    }

    /// The account with this address, whatever its case, or for which it is kept; nil if
    /// there is none.
    package func account(_ email: EmailAddress, in db: any SQLReading) throws -> Found? {
        if let user = try AccountRow.find(email, in: db)?.user { return try found(user, byKept: false, in: db) }
        for keeper in keepers {
            guard let id = try keeper.keeper(of: AccountAddress(email), at: now, in: db),
                let user = try AccountRow.find(id, in: db)?.user
            else { continue }
            return try found(user, byKept: true, in: db)
        }
        return nil
    }

    /// The account that an operator names: by an address as above, or by its identifier.
    package func account(called text: String, in db: any SQLReading) throws -> Found? {
        if let id = UserID(text) {
            return try AccountRow.find(id, in: db).map { try found($0.user, byKept: false, in: db) }
        }
        return try EmailAddress(kept: text).flatMap { try account($0, in: db) }
    }

    private func found(_ user: User, byKept isFoundByKept: Bool, in db: any SQLReading) throws -> Found {
        Found(user: user, kept: try keepers.keptAddress(for: user.id, at: now, in: db), isFoundByKept: isFoundByKept)
    }
}

extension [any AddressKeeping] {
    /// The address that any of them keeps for an account; nil for none.
    func keptAddress(for id: UserID, at now: Date, in db: any SQLReading) throws -> KeptAddress? {
        for keeper in self {
            if let kept = try keeper.keptAddress(for: id, at: now, in: db) { return kept }
        }
        return nil
    }
}
