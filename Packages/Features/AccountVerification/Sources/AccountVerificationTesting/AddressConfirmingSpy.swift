public import AccountVerificationAPI
public import CoreModels
import Locking

/// Answers with fixed results and remembers what was asked.
public final class AddressConfirmingSpy: AddressConfirming {
    /// What was asked of the spy.
    public enum Call: Hashable, Sendable {
        /// A code was given.
        case confirm(String, email: String?, withPassword: Bool = false)
        /// Another message was wanted.
        case resend(email: String?)
    }

    private let confirmation: Result<User, AddressConfirmationError>
    private let resending: Result<ResendOutcome, AddressConfirmationError>
    private let named: Result<User, AddressConfirmationError>?
    private let knowing: Result<User, AddressConfirmationError>?
    private let recorded = Locked<[Call]>([])

    /// Creates a spy.
    ///
    /// - Parameters:
    ///   - named: What those get who name an address; the same as others if it is nil.
    ///   - knowing: What those get who give a password; the same as others if it is nil.
    public init(
        confirmation: Result<User, AddressConfirmationError> = .failure(.wrongCode),
        resending: Result<ResendOutcome, AddressConfirmationError> = .success(.asked),
        named: Result<User, AddressConfirmationError>? = nil,
        knowing: Result<User, AddressConfirmationError>? = nil
    ) {
        self.confirmation = confirmation
        self.resending = resending
        self.named = named
        self.knowing = knowing
    }

    /// The calls so far, in order.
    public var calls: [Call] { recorded.current }

    /// Answers with the person.
    public func confirm(
        code: String, email: String?, password: Secret?
    ) async throws(AddressConfirmationError) -> User {
        recorded.withLock { $0.append(.confirm(code, email: email, withPassword: password != nil)) }
        if let knowing, password != nil { return try knowing.get() }
        if let named, email != nil { return try named.get() }
        return try confirmation.get()
    }

    /// Sends nothing.
    public func resend(email: String?) async throws(AddressConfirmationError) -> ResendOutcome {
        recorded.withLock { $0.append(.resend(email: email)) }
        if let named, email != nil {
            _ = try named.get()
            return .asked
        }
        return try resending.get()
    }
}
