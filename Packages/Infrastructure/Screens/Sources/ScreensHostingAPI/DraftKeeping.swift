public import CoreModels

/// Keeps what somebody wrote while they do something else first, such as making an
/// account.
///
/// What a browser shows for it is a token that nobody else knows; it is nothing
/// without what is kept, and what is kept is nothing without it. Any number of
/// calls may run at once.
public protocol DraftKeeping: Sendable {
    /// Keeps a draft for ``DraftLimits/lifetime``; those that were kept first go where
    /// there are too many.
    ///
    /// - Returns: What opens it; nil for a draft that is too long.
    /// - Throws: What keeps it from being kept.
    func keep(_ draft: String) async throws -> Secret?

    /// What is kept for a token; nil for nothing.
    ///
    /// - Throws: What keeps it from being read.
    func draft(of token: Secret) async throws -> String?

    /// Forgets what is kept for a token.
    ///
    /// - Throws: What keeps it from being forgotten.
    func forget(_ token: Secret) async throws
}

/// How much is kept.
public enum DraftLimits {
    /// How long a draft may be, in bytes.
    public static let bytes = 16 * 1024
    /// For how long it is kept, in seconds.
    public static let lifetime = 86_400.0
    /// How many are kept.
    public static let count = 1_000
}
