import Locking
import MailedProofsServiceAPI

/// Remembers the proof that went into the last message.
final class LastProof: Sendable {
    private let state = Locked<IssuedProof?>(nil)

    var proof: IssuedProof? { state.current }

    func keep(_ proof: IssuedProof) {
        state.withLock { $0 = proof }
    }
}
