public import CoreModels

/// Tells the names under which people appear.
///
/// Any number of calls may run at once.
public protocol AccountNaming: Sendable {
    /// The names of accounts, read at once; those that are gone have none.
    ///
    /// - Throws: `cancelled`, `unavailable`.
    func names(of accounts: Set<UserID>) async throws(AccountsError) -> [UserID: String]
}
