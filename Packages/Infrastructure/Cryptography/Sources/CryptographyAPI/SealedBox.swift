public import FoundationEssentials

/// An encrypted value with what is needed to open it, apart from the key.
public struct SealedBox: Hashable, Sendable {
    /// The length of the nonce: 96 bits, as NIST SP 800-38D section 8.2 advises.
    public static let nonceByteCount = 12
    /// The length of the tag: 128 bits, the longest one.
    public static let tagByteCount = 16

    /// Nonce, cipher text and tag in one piece; this is what gets stored.
    public let combined: Data

    /// Takes a box apart that was stored before.
    ///
    /// - Throws: ``CryptographyError/authenticationFailed`` if there are fewer
    ///   bytes than nonce and tag have: a torn box is as bad as a forged one.
    public init(combined: Data) throws(CryptographyError) {
        guard combined.count >= Self.nonceByteCount + Self.tagByteCount else { throw .authenticationFailed }
        // A slice would keep foreign indices.
        self.combined = combined.startIndex == 0 ? combined : Data(combined)
    }

    /// The value that is never used twice under one key.
    public var nonce: Data { Data(combined.prefix(Self.nonceByteCount)) }
    /// The length of the plain text, and of the encrypted bytes.
    public var plaintextByteCount: Int { combined.count - Self.nonceByteCount - Self.tagByteCount }
    /// The encrypted bytes, as many as the plain text has.
    public var ciphertext: Data { Data(combined.dropFirst(Self.nonceByteCount).dropLast(Self.tagByteCount)) }
    /// The authentication tag.
    public var tag: Data { Data(combined.suffix(Self.tagByteCount)) }
}
