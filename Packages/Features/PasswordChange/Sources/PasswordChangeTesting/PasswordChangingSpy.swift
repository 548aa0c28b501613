public import CoreModels
import Locking
public import PasswordChangeAPI

/// Answers with a fixed result and keeps what was asked.
public final class PasswordChangingSpy: PasswordChanging {
    private let failure: PasswordChangeError?
    private let recorded = Locked<[(current: Secret, new: Secret)]>([])

    /// Creates a spy.
    public init(failure: PasswordChangeError? = nil) {
        self.failure = failure
    }

    /// The changes so far, in order.
    public var changes: [(current: Secret, new: Secret)] { recorded.current }

    /// Keeps the passwords, or throws.
    public func changePassword(from current: Secret, to new: Secret) async throws(PasswordChangeError) {
        recorded.withLock { $0.append((current, new)) }
        if let failure { throw failure }
    }
}
