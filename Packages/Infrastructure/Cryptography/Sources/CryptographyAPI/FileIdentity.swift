public import CoreModels

/// The private key of a ``FileRecipient``, in memory of its own.
public struct FileIdentity: Sendable {
    /// The 32 bytes of a private key of X25519 (RFC 7748).
    package let key: any SymmetricKey

    private static let prefix = "age-secret-key-"

    /// Adopts a key of 32 bytes.
    package init(_ key: any SymmetricKey) { self.key = key }

    /// Reads a key as age writes it, `AGE-SECRET-KEY-1…`.
    ///
    /// - Throws: ``CryptographyError/invalidKey(reason:)`` for anything else.
    public init(_ text: Secret, keys: any SymmetricKeyMaking) throws(CryptographyError) {
        let bytes = unsafe text.withUnsafeBytes { unsafe Bech32.decode($0, prefix: Self.prefix) }
        guard let bytes, bytes.count == 32 else { throw .invalidKey(reason: "not a private key of age") }
        key = try keys.makeKey(copying: Secret(bytes))
    }

    /// The key as text, in upper case.
    public var text: Secret {
        unsafe key.withUnsafeBytes { bytes in
            Secret(
                unsafe Bech32.encode(bytes, prefix: Self.prefix).map { byte in
                    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte & ~0x20 : byte
                })
        }
    }
}

extension FileIdentity: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Always `<redacted>`.
    public var description: String { "<redacted>" }
    /// Always `<redacted>`.
    public var debugDescription: String { "<redacted>" }
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
