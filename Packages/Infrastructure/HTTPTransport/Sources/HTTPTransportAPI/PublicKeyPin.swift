public import FoundationEssentials

/// What stands for a public key: the SHA-256 of its SubjectPublicKeyInfo in DER (RFC 7469, section 2.4), in Base64.
public struct PublicKeyPin: Hashable, Sendable, CustomStringConvertible {
    /// The hash in Base64, 44 characters.
    public let description: String

    /// Reads a pin; nil for what isn't the Base64 of 32 bytes, as it is always written.
    public init?(_ text: String) {
        guard text.utf8.count == 44, let digest = Data(base64Encoded: text) else { return nil }
        self.init(digest: digest)
        // The last character has two bits that say nothing: a pin has one spelling.
        guard description == text else { return nil }
    }

    /// Makes the pin of a hash; nil for what isn't 32 bytes.
    public init?(digest: Data) {
        guard digest.count == 32 else { return nil }
        description = digest.base64EncodedString()
    }
}
