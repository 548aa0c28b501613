import CoreModels
import Locking
import SecureStorageLinux

/// A key store of the kernel that can be emptied and taken away.
final class InMemoryKeyring: KeyStoring {
    private let state = Locked<(keys: [String: Secret], isThere: Bool)>(([:], true))

    var descriptions: [String] { state.withLock { $0.keys.keys.sorted() } }

    /// What happens to it when the machine restarts, or a time is over.
    func forgetAll() {
        state.withLock { $0.keys = [:] }
    }

    func takeAway() {
        state.withLock { $0.isThere = false }
    }

    func key(_ description: String) throws(KeyringError) -> Secret? {
        try state.withLock { state throws(KeyringError) in
            guard state.isThere else { throw KeyringError(reason: "taken away") }
            return state.keys[description]
        }
    }

    func store(_ key: Secret, as description: String) throws(KeyringError) {
        try state.withLock { state throws(KeyringError) in
            guard state.isThere else { throw KeyringError(reason: "taken away") }
            state.keys[description] = key
        }
    }

    func remove(_ description: String) throws(KeyringError) {
        try state.withLock { state throws(KeyringError) in
            guard state.isThere else { throw KeyringError(reason: "taken away") }
            state.keys[description] = nil
        }
    }
}
