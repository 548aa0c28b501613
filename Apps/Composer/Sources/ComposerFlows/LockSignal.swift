import Locking
public import SecureStorageAPI

/// Tells all who wait for it that the vault is locked, whoever locked it.
public final class LockSignal: VaultLockObserving {
    private struct State {
        var nextID = 0
        var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
    }

    private let state = Locked(State())

    /// Creates a signal for which nobody waits.
    public init() {}

    /// Ends the waiting of all.
    public func vaultDidLock() async {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for one in waiting { one.finish() }
    }

    /// Waits until a vault is locked, or the task is cancelled.
    public func wait(for vault: any VaultLocking) async {
        let (locked, signal) = AsyncStream.makeStream(of: Void.self)
        let id = state.withLock { state in
            state.nextID += 1
            state.waiting[state.nextID] = signal
            return state.nextID
        }
        defer { _ = state.withLock { $0.waiting.removeValue(forKey: id) } }
        // It may have been locked a moment ago.
        if await vault.lockState() == .locked { return }
        for await _ in locked {}
    }
}
