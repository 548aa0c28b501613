/// A secret as it was read, and a cheap way to tell whether it still is so.
public struct TrackedSecret: Sendable {
    /// What the read answered.
    public let stored: StoredSecret
    /// What tells whether a read would answer the same now; it holds nothing of
    /// the secret.
    public let check: (@Sendable () -> Bool)?

    /// Creates an answer.
    ///
    /// - Parameter check: Tells whether a read would answer the same now, in
    ///   microseconds and without waiting; nil if only a read can tell.
    public init(_ stored: StoredSecret, check: (@Sendable () -> Bool)? = nil) {
        self.stored = stored
        self.check = check
    }

    /// Whether a read would certainly answer the same now.
    ///
    /// False is no proof of the contrary: the secret then has to be read again.
    public var isCurrent: Bool { check?() ?? false }
}
