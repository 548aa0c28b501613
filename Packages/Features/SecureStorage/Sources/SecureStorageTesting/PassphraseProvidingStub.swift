public import CoreModels
import Locking
public import SecureStorageAPI

/// Gives the pass phrase that it was told to give, and records what for; it has no
/// other one after a wrong one.
public final class PassphraseProvidingStub: PassphraseProviding {
    private let state: Locked<(answer: Result<Secret, SecretStoreError>, purposes: [PassphrasePurpose])>

    /// Creates a stub that gives `passphrase`.
    public init(_ passphrase: Secret = Secret("correct horse battery staple")) {
        state = Locked((.success(passphrase), []))
    }

    /// What it was asked for, in order.
    public var purposes: [PassphrasePurpose] { state.withLock { $0.purposes } }

    /// Changes what it answers from now on.
    public func answer(_ answer: Result<Secret, SecretStoreError>) {
        state.withLock { $0.answer = answer }
    }

    /// Records the purpose, and answers as it was told.
    public func passphrase(for purpose: PassphrasePurpose) async throws(SecretStoreError) -> Secret {
        if purpose == .openAfterWrongOne { throw .wrongKey }
        return try state.withLock { state in
            state.purposes.append(purpose)
            return state.answer
        }.get()
    }
}
