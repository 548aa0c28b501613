public import AccountVerificationAPI
public import CoreModels
import Locking

/// Answers with fixed results and remembers what was asked.
public final class AddressConfirmingSpy: AddressConfirming {
    /// What was asked of the spy.
    public enum Call: Hashable, Sendable {
        /// A code was given.
        case confirm(String, email: String?)
        /// Another message was wanted.
        case resend(email: String?)
    }

    private let confirmation: Result<User, AddressConfirmationError>
    private let resending: Result<Void, AddressConfirmationError>
    private let recorded = Locked<[Call]>([])

    /// Creates a spy.
    public init(
        confirmation: Result<User, AddressConfirmationError> = .failure(.wrongCode),
        resending: Result<Void, AddressConfirmationError> = .success(())
    ) {
        self.confirmation = confirmation
        self.resending = resending
    }

    /// The calls so far, in order.
    public var calls: [Call] { recorded.current }

    /// Answers with the person.
    public func confirm(code: String, email: String?) async throws(AddressConfirmationError) -> User {
        recorded.withLock { $0.append(.confirm(code, email: email)) }
        return try confirmation.get()
    }

    /// Sends nothing.
    public func resend(email: String?) async throws(AddressConfirmationError) {
        recorded.withLock { $0.append(.resend(email: email)) }
        try resending.get()
    }
}
