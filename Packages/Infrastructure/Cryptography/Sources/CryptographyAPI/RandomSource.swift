public import CoreModels
public import FoundationEssentials

/// Gives random bytes that nobody can predict.
///
/// Threads may share it. Every method throws
/// ``CryptographyError/invalidInput(reason:)`` for a negative count and
/// ``CryptographyError/libraryFailure(operation:details:)`` if the system has no
/// randomness to give; bytes of lesser quality are never returned instead.
public protocol RandomSource: Sendable {
    /// Returns random bytes that may become public: ids, salts, nonces.
    func bytes(_ count: Int) throws(CryptographyError) -> Data

    /// Returns random bytes that stay secret: tokens, codes.
    func secret(byteCount: Int) throws(CryptographyError) -> Secret
}

extension RandomSource {
    /// Returns random text for use in addresses and headers: base64url without
    /// padding.
    public func text(byteCount: Int = 16) throws(CryptographyError) -> String {
        Base64URL.encode(try bytes(byteCount))
    }

    /// Returns a random (version 4) UUID.
    public func uuid() throws(CryptographyError) -> UUID {
        var bytes = try [UInt8](self.bytes(16))
        bytes[6] = bytes[6] & 0x0F | 0x40  // RFC 9562 section 5.4: the version
        bytes[8] = bytes[8] & 0x3F | 0x80  // and the variant.
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
                bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}
