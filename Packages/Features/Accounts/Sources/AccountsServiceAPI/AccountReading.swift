public import CoreModels
public import SQLStoreAPI

/// Reads accounts.
///
/// Any number of calls may run at once.
public protocol AccountReading: Sendable {
    /// The account with this identifier; nil if there is none.
    ///
    /// - Throws: `cancelled`, `unavailable`.
    func account(_ id: UserID) async throws(AccountsError) -> User?

    /// The account with this address, whatever its case; nil if there is none.
    ///
    /// - Throws: `cancelled`, `unavailable`.
    func account(email: EmailAddress) async throws(AccountsError) -> User?

    /// Whose address this is, for a caller who needs to know no more: nothing
    /// else is read, so that an address without an account takes as long (D2).
    ///
    /// - Throws: `cancelled`, `unavailable`.
    func identifier(email: EmailAddress) async throws(AccountsError) -> UserID?
}

/// Reads accounts in a transaction of somebody else, such as one whose change
/// is told by mail.
///
/// Any number of calls may run at once.
public protocol AccountReadingInTransaction: Sendable {
    /// The account with this identifier; nil if there is none.
    ///
    /// - Throws: `SQLError`.
    func account(_ id: UserID, in transaction: any SQLReading) throws -> User?
}
