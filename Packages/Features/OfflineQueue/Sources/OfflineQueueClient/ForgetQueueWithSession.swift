import OfflineQueueAPI
import SessionsAPI

/// Wipes what waits for the person who logs out (D9); what ends sessions
/// waits on.
struct ForgetQueueWithSession: SessionEndObserving {
    let store: QueueStore

    func sessionDidEnd(_ end: SessionEnd) async {
        // Whoever was logged out by the server comes back and wants it sent.
        guard end == .loggedOut else { return }
        do throws(OfflineQueueError) {
            // Without a change no vault is made.
            guard try await store.index() != QueueIndex() else { return }
            try await store.change { index in
                index.settle { $0.kind.endsWithSession }
                _ = index.takeNotices()
            }
            try await store.sweep()
        } catch {
            // What can't be read may hold a password.
            if error == .unreadable { try? await store.removeAll() }
        }
    }
}
