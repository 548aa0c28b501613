import CoreModels
import OfflineQueueAPI
import SessionsAPI

/// Wipes all that a person has waiting whose account is gone, and what they were still to
/// be told; what belongs to others waits on.
///
/// It holds the store alone: what ends sessions is held by what the queue calls, and would
/// keep the queue, and with it the key of this device.
struct GoneAccounts: SessionEndObserving {
    let store: QueueStore

    func sessionDidEnd(_ end: SessionEnd) async {
        // Without a change no vault is made.
        guard case .closed(let person?) = end, (try? await store.index()) != QueueIndex() else { return }
        let audience = QueueAudience(person: person)
        // It is sealed, belongs to nobody who comes, and goes with time if it can't go now.
        try? await store.change { index in
            // What nobody owns may be of somebody else.
            index.settle { $0.owner == person.id || ($0.owner == nil && $0.kind.namesAddress && audience.owns($0)) }
            _ = index.takeNotices { $0.owner == person.id }
        }
        try? await store.sweep()
    }
}
