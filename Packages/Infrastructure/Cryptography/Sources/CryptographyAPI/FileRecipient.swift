public import FoundationEssentials

/// A public key to which files are encrypted, as age writes it: `age1…`.
///
/// It is public: who has it can encrypt, and read nothing.
public struct FileRecipient: Hashable, Sendable {
    /// The 32 bytes of a public key of X25519 (RFC 7748).
    public let publicKey: Data

    private static let prefix = "age"

    /// Reads a key; nil for anything else, such as a private key or one with a slip in it.
    public init?(_ text: String) {
        guard let bytes = Bech32.decode(text.utf8, prefix: Self.prefix), bytes.count == 32 else { return nil }
        publicKey = Data(bytes)
    }

    /// Names a key by its bytes; nil unless there are 32.
    package init?(publicKey: Data) {
        guard publicKey.count == 32 else { return nil }
        self.publicKey = publicKey
    }

    /// The key as text, in lower case.
    public var text: String { String(decoding: Bech32.encode(publicKey, prefix: Self.prefix), as: UTF8.self) }
}
