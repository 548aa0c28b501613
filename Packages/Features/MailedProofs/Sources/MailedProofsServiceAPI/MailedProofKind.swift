public import PluginKit
public import ServerKeysAPI

/// What a proof is for; a proof of one kind is worth nothing for another.
public struct MailedProofKind: Hashable, Sendable {
    /// The name, such as `account-verification`.
    public let name: String
    /// Keys the digests of its codes: 8 digits alone would be guessed from a
    /// plain digest at once.
    public let codeKey: ServerKeyPurpose
    /// For how long the link counts.
    public let linkLifetime: Duration
    /// For how long the code counts.
    public let codeLifetime: Duration

    /// Creates a kind; its name consists of lower-case letters and hyphens.
    public init(_ name: StaticString, codeKey: ServerKeyPurpose, linkLifetime: Duration, codeLifetime: Duration) {
        self.name = name.description
        self.codeKey = codeKey
        self.linkLifetime = linkLifetime
        self.codeLifetime = codeLifetime
    }
}

/// Collects the kinds of proofs that there are.
public enum MailedProofKinds: ExtensionPoint {
    /// A kind; it can be sent if it was contributed.
    public typealias Value = MailedProofKind
}
