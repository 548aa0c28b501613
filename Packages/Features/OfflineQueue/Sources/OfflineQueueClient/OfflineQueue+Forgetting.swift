import OfflineQueueAPI
import SessionsAPI

/// What a person has waiting goes with the account.
extension OfflineQueue: SessionEndObserving {
    func sessionDidEnd(_ end: SessionEnd) async {
        guard case .closed(let person?) = end else { return }
        // It is sealed, belongs to nobody who comes, and goes with time if it can't go now.
        try? await forgetAll(of: person)
    }
}
