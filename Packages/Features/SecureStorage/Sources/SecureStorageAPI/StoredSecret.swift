public import CoreModels

/// What a store answers when it is asked for a secret.
///
/// Absence is a fact, not a failure, and a failure never poses as absence:
/// "signed out" must not be concluded from a vault that can't be opened.
public enum StoredSecret: Sendable {
    /// The secret as it was saved.
    case present(Secret)
    /// There is none of that name.
    case absent
    /// There may be one, but it can't be had now; the reason says why.
    case unavailable(SecretStoreError)

    /// The secret, or nil if there is none.
    ///
    /// - Throws: The reason if the answer isn't known.
    public func get() throws(SecretStoreError) -> Secret? {
        switch self {
        case .present(let secret): secret
        case .absent: nil
        case .unavailable(let reason): throw reason
        }
    }

    /// Whether there is certainly none.
    public var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }
}

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
