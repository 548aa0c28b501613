/// Why the sessions could not be asked or changed.
///
/// It never says anything about a credential: those are refused by a result.
public enum SessionsError: Error, Hashable, Sendable {
    /// The task was cancelled; nothing was changed.
    case cancelled
    /// The database or the cryptography failed; the reason is for logs and
    /// holds no credential.
    case unavailable(reason: String)
}
