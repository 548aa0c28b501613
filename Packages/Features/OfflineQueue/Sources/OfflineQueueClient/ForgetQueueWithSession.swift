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
            guard try await !store.index().entries.isEmpty else { return }
            try await store.remove { $0.kind.endsWithSession }
            _ = try await store.change { $0.takeNotices() }
        } catch {
            // What can't be read may hold a password.
            if error == .unreadable { try? await store.removeAll() }
        }
    }
}
