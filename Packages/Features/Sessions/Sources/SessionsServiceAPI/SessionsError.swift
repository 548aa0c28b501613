public import CoreModels
public import HTTPServingAPI

/// Why the sessions could not be asked or changed.
///
/// It never says anything about a credential, but of the proof of a key: those
/// are refused by a result.
public enum SessionsError: OutageError, Hashable {
    /// The task was cancelled; nothing was changed.
    case cancelled
    /// The proof of the client's key doesn't hold any more: another request used
    /// it. Nothing was changed; this is what to answer.
    case proofRefused(HTTPProblem)
    /// The gate doesn't let the person in, or not yet. This is what to answer.
    case notAdmitted(HTTPProblem)
    /// What a session was to begin with doesn't hold any more. Nothing was
    /// changed.
    case overtaken
    /// The database or the cryptography failed; the reason is for logs and
    /// holds no credential.
    case unavailable(reason: String)
}

extension SessionsError: CustomStringConvertible {
    /// Whether the service is out of order.
    public var isOutage: Bool { if case .unavailable = self { true } else { false } }

    /// What logs say.
    public var description: String {
        switch self {
        case .cancelled: "cancelled"
        case .proofRefused(let problem), .notAdmitted(let problem): problem.code
        case .overtaken: "overtaken"
        case .unavailable(let reason): reason
        }
    }
}
