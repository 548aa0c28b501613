public import CoreModels
import Locking
public import SecureStorageAPI

/// Makes the gesture that it was told to make, and counts how often.
public final class PresenceConfirmingStub: PresenceConfirming {
    private let state: Locked<(answer: Result<Secret, SecretStoreError>, count: Int)>

    /// Creates a stub that gives `secret`.
    public init(_ secret: Secret = Secret("gesture")) {
        state = Locked((.success(secret), 0))
    }

    /// How often it was asked.
    public var count: Int { state.withLock { $0.count } }

    /// Changes what it answers from now on.
    public func answer(_ answer: Result<Secret, SecretStoreError>) {
        state.withLock { $0.answer = answer }
    }

    /// Counts the call, and answers as it was told.
    public func confirmation(for name: SecretName) async throws(SecretStoreError) -> Secret {
        try state.withLock { state in
            state.count += 1
            return state.answer
        }.get()
    }
}
