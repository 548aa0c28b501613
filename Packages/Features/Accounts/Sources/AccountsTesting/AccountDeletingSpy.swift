public import AccountsAPI
public import CoreModels
public import FoundationEssentials
import Locking

/// Deletes accounts by what it was told, and remembers whose.
public final class AccountDeletingSpy: AccountDeleting, Sendable {
    private let results: Locked<[Result<Date, AccountDeletionError>]>
    private let asked = Locked<[UserID]>([])

    /// Creates a spy.
    ///
    /// - Parameter results: What comes of each call; the last one goes on.
    public init(_ results: Result<Date, AccountDeletionError>...) {
        self.results = Locked(results)
    }

    /// Whose account was to be deleted, with each call.
    public var people: [UserID] { asked.current }

    /// Does what it was told.
    public func deleteAccount(of person: UserID) async throws(AccountDeletionError) -> Date {
        asked.withLock { $0.append(person) }
        let next = results.withLock { $0.count > 1 ? $0.removeFirst() : $0.first }
        guard let next else { throw .failed(.unreadableAnswer) }
        return try next.get()
    }
}
