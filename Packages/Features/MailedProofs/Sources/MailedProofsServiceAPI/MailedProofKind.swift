/// What a proof is for; a proof of one kind is worth nothing for another.
public struct MailedProofKind: Hashable, Sendable {
    /// The name, such as `verification`.
    public let name: String
    /// For how long the link counts.
    public let linkLifetime: Duration
    /// For how long the code counts.
    public let codeLifetime: Duration

    /// Creates a kind; its name consists of lower-case letters and hyphens.
    public init(_ name: StaticString, linkLifetime: Duration, codeLifetime: Duration) {
        self.name = name.description
        self.linkLifetime = linkLifetime
        self.codeLifetime = codeLifetime
    }
}
