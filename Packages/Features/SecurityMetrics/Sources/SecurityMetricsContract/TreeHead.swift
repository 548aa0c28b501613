package import FoundationEssentials

/// What the server signs of its audit trail at a moment: how many events it has, and the root
/// of their tree.
package struct TreeHead: Codable, Hashable, Sendable {
    /// How many events.
    package let size: Int
    /// Of how many of the first of them the bytes were removed for their age.
    package let removed: Int
    /// The root, in Base64.
    package let root: String
    /// When, in ISO 8601 with milliseconds.
    package let at: String
    /// The name of the key: its thumbprint (RFC 7638).
    package let key: String
    /// The signature of ``signedText``, in Base64 (Ed25519, RFC 8032).
    package let signature: String

    package init(size: Int, removed: Int, root: String, at: String, key: String, signature: String) {
        (self.size, self.removed, self.root, self.at, self.key, self.signature) = (
            size, removed, root, at, key, signature
        )
    }

    /// The lines that are signed: in the order of checkpoints of transparency logs (C2SP
    /// tlog-checkpoint), whose further lines may say more.
    package var signedText: Data { Self.signedText(size, removed, root, at) }

    package static func signedText(_ size: Int, _ removed: Int, _ root: String, _ at: String) -> Data {
        Data("essentiald audit trail\n\(size)\n\(root)\n\(at)\nremoved \(removed)\n".utf8)
    }
}

/// The public half of the key that signs heads: the 32 bytes of RFC 8032.
package struct TrailKey: Hashable, Sendable {
    /// The bytes.
    package let bytes: Data

    package init(_ bytes: Data) {
        self.bytes = bytes
    }

    /// The key as PEM (RFC 8410, section 4), as `openssl pkeyutl` takes it.
    package var pem: String {
        let frame: [UInt8] = [0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0]
        let encoded = (Data(frame) + bytes).base64EncodedString()
        return "-----BEGIN PUBLIC KEY-----\n\(encoded)\n-----END PUBLIC KEY-----\n"
    }
}
