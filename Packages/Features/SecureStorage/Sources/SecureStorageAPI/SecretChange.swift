public import CoreModels

/// What an update does to a secret.
public enum SecretChange: Sendable {
    /// Leaves it as it is.
    case keep
    /// Replaces it, or creates it.
    case save(Secret)
    /// Removes it.
    case remove
}
