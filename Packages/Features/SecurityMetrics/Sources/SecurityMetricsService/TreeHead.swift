import CoreModels
package import CryptographyAPI
package import FoundationEssentials
package import ServerKeysAPI

extension ServerKeyPurpose {
    /// The seed of the key that signs heads of the audit trail.
    static let auditHeads = ServerKeyPurpose("security-metrics.audit-heads.1")
}

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

    fileprivate static func signedText(_ size: Int, _ removed: Int, _ root: String, _ at: String) -> Data {
        Data("essentiald audit trail\n\(size)\n\(root)\n\(at)\nremoved \(removed)\n".utf8)
    }
}

/// Signs heads, and knows those that it has signed.
///
/// The key follows from the server's key file alone, so whoever has only the database can't
/// sign, and a backup of both goes on with the same key.
package struct HeadSigner: Sendable {
    private let key: any SigningKey

    package init(_ keys: any ServerKeyProviding, _ cryptography: Cryptography) async throws {
        let seed = try await keys.key(for: .auditHeads)
        // PKCS #8 of Ed25519 (RFC 8410, section 7) is these bytes and the seed.
        let frame: [UInt8] = [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]
        let encoded = unsafe seed.withUnsafeBytes { bytes in
            unsafe Secret(byteCount: frame.count + bytes.count) { room in
                unsafe room.copyBytes(from: frame)
                unsafe UnsafeMutableRawBufferPointer(rebasing: room[frame.count...]).copyMemory(from: bytes)
            }
        }
        key = try cryptography.signatures.importPrivateKey(encoded)
    }

    /// The name of the key.
    package var name: String { key.verificationKey.thumbprint }

    /// The public half as PEM (RFC 8410, section 4), as `openssl pkeyutl` takes it.
    package var publicKey: String {
        let frame: [UInt8] = [0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0]
        let encoded = Data(frame) + (key.verificationKey.jsonWebKey.x.flatMap { Base64URL.decode($0) } ?? Data())
        return "-----BEGIN PUBLIC KEY-----\n\(encoded.base64EncodedString())\n-----END PUBLIC KEY-----\n"
    }

    package func sign(_ root: Data, size: Int, removed: Int, at date: Date) throws -> TreeHead {
        let root = root.base64EncodedString(), at = AuditRecord.text(of: date)
        let signature = try key.signature(for: TreeHead.signedText(size, removed, root, at))
        return TreeHead(
            size: size, removed: removed, root: root, at: at, key: name, signature: signature.base64EncodedString())
    }

    /// Whether it signed this head.
    package func hasSigned(_ head: TreeHead) throws -> Bool {
        guard head.key == name, let signature = Data(base64Encoded: head.signature) else { return false }
        return try key.verificationKey.isValid(signature, for: head.signedText)
    }
}
