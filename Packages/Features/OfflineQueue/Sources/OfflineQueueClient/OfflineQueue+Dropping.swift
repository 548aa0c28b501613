import OfflineQueueAPI
import SecureStorageAPI

/// Wipes what a person doesn't want to be sent any more.
extension OfflineQueue {
    func drop(_ id: QueuedRequestID) async throws(OfflineQueueError) -> Bool {
        guard try await waiting().contains(where: { $0.id == id }),
            let entry = try await store.index().entries.first(where: { $0.request.id == id })
        else { return false }
        return try await wipe(entry)
    }

    func dropAll() async throws(OfflineQueueError) {
        var isSomeSent = false
        do throws(OfflineQueueError) {
            let audience = try await readers()
            for entry in try await store.index().entries where !entry.isSettled && audience.owns(entry.request) {
                do throws(OfflineQueueError) {
                    _ = try await wipe(entry)
                } catch {
                    guard error == .beingSent else { throw error }
                    isSomeSent = true
                }
            }
            // Without a change no vault is made.
            if try await store.index() != QueueIndex() {
                _ = try await store.change { $0.takeNotices(where: audience.owns) }
                try await store.sweep()
            }
        } catch {
            guard error.isDamage else { throw error }
            try await store.removeAll()
        }
        if isSomeSent { throw .beingSent }
    }

    /// Wipes a request while nobody sends it.
    ///
    /// - Returns: Whether it was still to be sent.
    /// - Throws: `beingSent` if somebody does.
    private func wipe(_ entry: QueueEntry) async throws(OfflineQueueError) -> Bool {
        let id = entry.request.id
        let outcome: Result<Bool, OfflineQueueError>
        do throws(SecretStoreError) {
            outcome = try await locks.withLock(named: QueueStore.name(ofSlot: entry.slot), waitingAtMost: .zero) {
                do throws(OfflineQueueError) {
                    let settled = try await store.change { index in index.settle { $0.id == id } }
                    try await store.sweep()
                    return .success(!settled.isEmpty)
                } catch {
                    return .failure(error)
                }
            }
        } catch {
            throw error == .busy ? OfflineQueueError.beingSent : .storage(error)
        }
        return try outcome.get()
    }
}
