import CoreModels
import Locking
import SecureStorageAPI

/// A vault of nothing, and its pass phrase.
final class VaultFake: VaultLocking, VaultMaintaining {
    enum Call: Hashable, Sendable {
        case lock, check, cleanUp, startOver
        case unlock(String?)
        case protect(VaultProtection, String?)
    }

    private struct State {
        var lockState: VaultLockState
        var failure: SecretStoreError?
        var calls: [Call] = []
    }

    private let state: Locked<State>
    private let damaged: [SetAsideRecord]

    init(_ lockState: VaultLockState = .locked, damaged: [SetAsideRecord] = []) {
        state = Locked(State(lockState: lockState))
        self.damaged = damaged
    }

    var calls: [Call] { state.current.calls }

    func fail(with error: SecretStoreError?) {
        state.withLock { $0.failure = error }
    }

    private func note(_ call: Call) throws(SecretStoreError) {
        let failure = state.withLock { state in
            state.calls.append(call)
            return state.failure
        }
        if let failure { throw failure }
    }

    func lockState() async -> VaultLockState { state.current.lockState }

    func open() {
        state.withLock { $0.lockState = .open }
    }

    func lock() async {
        try? note(.lock)
        state.withLock { $0.lockState = .locked }
    }

    func unlock(with passphrase: Secret) async throws(SecretStoreError) {
        let text = passphrase.withText { $0 }
        try note(.unlock(text))
        guard text == "right" else { throw .wrongKey }
        state.withLock { $0.lockState = .open }
    }

    func protect(
        by protection: VaultProtection, passphrase: Secret, knowing present: Secret
    ) async throws(SecretStoreError) {
        try note(.protect(protection, passphrase.withText { $0 }))
        guard state.current.lockState == .unlockable || present.isEqual(to: Secret("right")) else { throw .wrongKey }
    }

    func status() async -> VaultStatus {
        VaultStatus(
            path: "/vault", exists: true,
            protection: state.current.lockState == .unlockable ? .keyFile : .passphrase, generation: 1, recordCount: 3,
            damagedCount: damaged.count)
    }

    func setAsideRecords() async throws(SecretStoreError) -> [SetAsideRecord] { damaged }

    func check() async throws(SecretStoreError) -> [SetAsideRecord] {
        try note(.check)
        return damaged
    }

    func cleanUp() async throws(SecretStoreError) { try note(.cleanUp) }
    func rotateKey(protectedBy protection: VaultProtection?) async throws(SecretStoreError) {}

    func startOver() async throws(SecretStoreError) -> String? {
        try note(.startOver)
        return "/vault.old"
    }
}
