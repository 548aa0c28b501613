import CoreModels
import SecureStorageAPI
import SessionsAPI

extension SecretKind {
    /// Why the session before is over.
    static let sessionEnd = SecretKind("session-end")
}

/// Keeps in the vault why the session before is over, for the screen on which the
/// person logs in: the one who hears it first may have been a picture of a page.
struct KeptSessionEnd: SessionEndObserving, SessionEndRecalling {
    private static let name = SecretName(.sessionEnd)

    let secrets: any SecretReading & SecretWriting
    let sessions: any SessionStoring

    func sessionDidEnd(_ end: SessionEnd) async {
        switch end {
        case .suspended, .endedByOperator, .closed: try? await secrets.save(Secret(end.word), as: Self.name)
        case .loggedOut, .refused, .copied:
            if case .present = await secrets.read(Self.name) { try? await secrets.remove(Self.name) }
        }
    }

    func recalledEnd() async -> SessionEnd? {
        guard case .absent = await sessions.load(), case .present(let word) = await secrets.read(Self.name)
        else { return nil }
        let end = SessionEnd(reason: word.withText { $0 })
        return end == .refused ? nil : end
    }
}

extension SessionEnd {
    fileprivate var word: String {
        switch self {
        case .suspended: "account_suspended"
        // Whose it was is what isn't kept.
        case .closed: "account_closed"
        default: "ended_by_operator"
        }
    }
}
