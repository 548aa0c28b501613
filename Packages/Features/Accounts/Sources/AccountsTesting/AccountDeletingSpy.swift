public import AccountsAPI
public import FoundationEssentials
import Locking

/// Deletes accounts by what it was told, and counts how often.
public final class AccountDeletingSpy: AccountDeleting, Sendable {
    private let results: Locked<[Result<Date, AccountDeletionError>]>
    private let called = Locked(0)

    /// Creates a spy.
    ///
    /// - Parameter results: What comes of each call; the last one goes on.
    public init(_ results: Result<Date, AccountDeletionError>...) {
        self.results = Locked(results)
    }

    /// How often it was called.
    public var count: Int { called.current }

    /// Does what it was told.
    public func deleteAccount() async throws(AccountDeletionError) -> Date {
        called.withLock { $0 += 1 }
        let next = results.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
        guard let next else { throw .failed(.unreadableAnswer) }
        return try next.get()
    }
}
