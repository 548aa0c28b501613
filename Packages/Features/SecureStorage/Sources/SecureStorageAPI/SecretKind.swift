/// What a secret is, declared once in the code of the feature that owns it.
///
/// The kind fixes how well the secret is protected; nobody guesses that from
/// the bytes.
///
/// ```swift
/// extension SecretKind {
///     static let session = SecretKind("session")
///     static let deviceKey = SecretKind("device-key", protection: .confirmed)
/// }
/// ```
public struct SecretKind: Hashable, Sendable {
    /// The stable identifier of the kind; it is part of each secret's name.
    public let id: String
    /// How well secrets of this kind are protected.
    public let protection: ProtectionLevel

    /// Declares a kind.
    public init(_ id: StaticString, protection: ProtectionLevel = .sealed) {
        self.id = "\(id)"
        self.protection = protection
    }

    init(id: String, protection: ProtectionLevel) {
        self.id = id
        self.protection = protection
    }
}
