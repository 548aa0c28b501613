public import AccountsAPI
public import CoreModels

/// Gives the account that a test chooses, or the error.
public struct AccountLoaderStub: AccountLoading {
    private let result: Result<User, AccountLoadingError>

    /// Creates a stub that loads an account.
    public init(_ user: User) {
        result = .success(user)
    }

    /// Creates a stub that fails.
    public init(failure: AccountLoadingError) {
        result = .failure(failure)
    }

    /// Gives the account, or throws the error.
    public func loadAccount() async throws(AccountLoadingError) -> User {
        try result.get()
    }
}
