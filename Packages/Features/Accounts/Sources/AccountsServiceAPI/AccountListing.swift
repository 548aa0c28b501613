public import CoreModels
public import FoundationEssentials
public import SQLStoreAPI

/// Lists accounts, for whoever runs the server.
///
/// Any number of calls may run at once.
public protocol AccountListing: Sendable {
    /// The next accounts, the oldest first, which stay where they are while others are made.
    ///
    /// - Parameter last: The account that the page before ended with; nil for the first page.
    /// - Returns: Them, and whether there are more; nil if there is no account to go on behind.
    /// - Throws: `SQLError`.
    func accounts(
        after last: UserID?, limit: Int, in transaction: any SQLReading
    ) throws -> (accounts: [ListedAccount], hasMore: Bool)?

    /// One account; nil if there is none.
    ///
    /// - Throws: `SQLError`.
    func account(_ id: UserID, in transaction: any SQLReading) throws -> ListedAccount?

    /// Whose an address is, or for whom it is kept; nil if there is no such account.
    ///
    /// - Throws: `SQLError`.
    func account(at email: EmailAddress, in transaction: any SQLReading) throws -> ListedAccount?
}

/// An account as whoever runs the server sees it.
public struct ListedAccount: Hashable, Sendable {
    /// Whose it is.
    public let user: User
    /// Since when it is suspended; nil if it isn't.
    public let suspendedSince: Date?
    /// Why, as its person was told; nil for no reason.
    public let suspensionReason: String?
    /// When it is deleted, since its person asked for that, or whoever runs the server ordered it; nil for never.
    public let deletionDueAt: Date?
    /// The address that it had, and may get back; nil for none.
    public let kept: KeptAddress?

    /// Creates a value.
    public init(
        _ user: User, suspendedSince: Date? = nil, suspensionReason: String? = nil, deletionDueAt: Date? = nil,
        kept: KeptAddress? = nil
    ) {
        self.user = user
        self.suspendedSince = suspendedSince
        self.suspensionReason = suspensionReason
        self.deletionDueAt = deletionDueAt
        self.kept = kept
    }
}
