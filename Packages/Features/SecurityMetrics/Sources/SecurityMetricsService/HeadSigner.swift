import CoreModels
package import CryptographyAPI
package import FoundationEssentials
package import SecurityMetricsContract
package import ServerKeysAPI

extension ServerKeyPurpose {
    /// The seed of the key that signs heads of the audit trail.
    static let auditHeads = ServerKeyPurpose("security-metrics.audit-heads.1")
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

    /// The public half.
    package var publicKey: TrailKey {
        TrailKey(key.verificationKey.jsonWebKey.x.flatMap { Base64URL.decode($0) } ?? Data())
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
