public import CryptographyAPI

/// Gives the keys that a server keeps away from its database.
///
/// Any number of calls may run at once. All keys come from one secret that is
/// made when it is first needed and never changes: the same purpose gets the
/// same key on every run, and the key of one purpose tells nothing about that
/// of another.
public protocol ServerKeyProviding: Sendable {
    /// The key of 32 bytes for a purpose.
    ///
    /// - Throws: ``ServerKeyError``. An existing secret that can't be used is
    ///   never replaced, since what it protects would be lost.
    func key(for purpose: ServerKeyPurpose) async throws(ServerKeyError) -> any SymmetricKey
}

/// What a key is for; each feature declares its own.
///
/// ```swift
/// extension ServerKeyPurpose {
///     static let passwordPepper = ServerKeyPurpose("accounts.password-pepper.1")
/// }
/// ```
public struct ServerKeyPurpose: Hashable, Sendable {
    /// The stable name of the purpose.
    public let name: String

    /// Declares a purpose; another name gives an unrelated key.
    public init(_ name: StaticString) {
        self.name = "\(name)"
    }
}
