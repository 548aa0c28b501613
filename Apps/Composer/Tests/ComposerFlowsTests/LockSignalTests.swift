import ComposerFlows
import CoreModels
import KernelTesting
import Locking
import SecureStorageAPI
import Testing

struct LockSignalTests {
    /// A vault that is locked, or not.
    private struct VaultFake: VaultLocking {
        let state: VaultLockState
        let onLook: @Sendable () -> Void

        func lockState() async -> VaultLockState {
            onLook()
            return state
        }

        func lock() async {}
        func unlock(with passphrase: Secret) async throws(SecretStoreError) {}
        func protect(
            by protection: VaultProtection, passphrase: Secret, knowing present: Secret
        ) async throws(SecretStoreError) {}
    }

    private let sut = LockSignal()
    private let looks = AsyncStream.makeStream(of: Void.self)

    private func vault(_ state: VaultLockState) -> VaultFake {
        VaultFake(state: state) { [looks] in looks.continuation.yield() }
    }

    @Test(.requirement("STORE-28")) func allWhoWaitHearThatTheVaultIsLocked() async {
        let open = vault(.open)
        let all = (1...3).map { _ in Task { [sut] in await sut.wait(for: open) } }
        var looked = looks.stream.makeAsyncIterator()
        for _ in all { await looked.next() }
        await sut.vaultDidLock()
        for one in all { await one.value }
    }

    @Test func whatIsLockedAlreadyIsNotWaitedFor() async {
        await sut.wait(for: vault(.locked))
    }

    @Test func whoLeavesWaitsNoLonger() async {
        let open = vault(.unlockable), one = Task { [sut] in await sut.wait(for: open) }
        var looked = looks.stream.makeAsyncIterator()
        await looked.next()
        one.cancel()
        await one.value
    }
}
