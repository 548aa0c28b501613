public import AccountsAPI
public import CoreModels
import Locking

/// Renames an account in memory, or fails, and remembers what was typed.
public final class AccountRenamingSpy: AccountRenaming {
    private let user: User
    private let failure: AccountRenamingError?
    private let typed = Locked<[String]>([])

    /// Creates a spy.
    public init(_ user: User, failure: AccountRenamingError? = nil) {
        self.user = user
        self.failure = failure
    }

    /// The names that were typed, in order.
    public var names: [String] { typed.current }

    /// Gives the account with the name, or throws the error.
    public func rename(to name: String) async throws(AccountRenamingError) -> User {
        typed.withLock { $0.append(name) }
        if let failure { throw failure }
        return User(
            id: user.id, name: name, email: user.email, isVerified: user.isVerified, createdAt: user.createdAt)
    }
}
