import SecureStorageAPI

/// The locks of one browser's vault.
actor BrowserLocks {
    private struct Waiter {
        let id: Int
        let turn: CheckedContinuation<SecretStoreError?, Never>
    }

    private let clock: any Clock<Duration>
    private var waiting: [SecretName: [Waiter]] = [:]
    private var lastID = 0

    init(clock: any Clock<Duration>) {
        self.clock = clock
    }

    /// Waits until nobody has the lock.
    func acquire(_ name: SecretName, within limit: Duration) async throws(SecretStoreError) {
        guard waiting[name] != nil else {
            waiting[name] = []
            return
        }
        lastID += 1
        let id = lastID, clock = clock
        let timer = Task {
            guard (try? await clock.sleep(for: limit)) != nil else { return }
            self.leave(name, id, because: .busy)
        }
        let obstacle: SecretStoreError? = await withTaskCancellationHandler {
            await withCheckedContinuation { turn in
                if Task.isCancelled {
                    turn.resume(returning: .cancelled)
                } else {
                    waiting[name, default: []].append(Waiter(id: id, turn: turn))
                }
            }
        } onCancel: {
            Task { await self.leave(name, id, because: .cancelled) }
        }
        timer.cancel()
        if let obstacle { throw obstacle }
    }

    /// Gives the lock to whoever has waited longest.
    func release(_ name: SecretName) {
        guard let queue = waiting[name], !queue.isEmpty else {
            waiting[name] = nil
            return
        }
        waiting[name]?.removeFirst().turn.resume(returning: nil)
    }

    private func leave(_ name: SecretName, _ id: Int, because obstacle: SecretStoreError) {
        guard let index = waiting[name]?.firstIndex(where: { $0.id == id }) else { return }
        waiting[name]?.remove(at: index).turn.resume(returning: obstacle)
    }
}
