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
