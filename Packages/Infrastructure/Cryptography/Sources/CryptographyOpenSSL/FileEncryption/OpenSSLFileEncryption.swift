import COpenSSL
import CryptographyAPI
import FoundationEssentials

/// age-encryption.org/v1 for recipients of X25519, by the library's algorithms.
struct OpenSSLFileEncryption: FileEncryption {
    let library: OpenSSLLibrary
    let arena: LockedArena
    let keys: any SymmetricKeyMaking
    let derivation: any KeyDerivation
    let authentication: any MessageAuthenticating

    private static let fileKeyByteCount = 16
    private static let kind = "X25519"

    private var agreement: X25519 { X25519(arena: arena) }
    private var cipher: ChaCha20Poly1305 { ChaCha20Poly1305(library: library) }

    func makeIdentity() throws(CryptographyError) -> FileIdentity {
        FileIdentity(try keys.makeRandomKey(byteCount: 32))
    }

    func recipient(of identity: FileIdentity) throws(CryptographyError) -> FileRecipient {
        guard let recipient = FileRecipient(publicKey: try agreement.publicKey(of: identity.key)) else {
            throw .invalidKey(reason: "a public key of X25519 has 32 bytes")
        }
        return recipient
    }

    func makeEncryption(to recipients: [FileRecipient]) throws(CryptographyError) -> any FileCiphering {
        guard !recipients.isEmpty else { throw .invalidInput(reason: "a file is encrypted to somebody") }
        let key = try keys.makeRandomKey(byteCount: Self.fileKeyByteCount)
        var stanzas: [AgeHeader.Stanza] = []
        for recipient in recipients { stanzas.append(try wrap(key, for: recipient)) }
        let authenticated = AgeHeader.authenticated(stanzas)
        // Whoever knew it could only tell two files apart.
        let nonce = try unsafe makeData(AgePayload.nonceByteCount) { output throws(CryptographyError) in
            try unsafe LibraryFailure.check("RAND_bytes", RAND_bytes(output.octets, cLength(output.count)))
        }
        let end = AgeHeader.end(try code(of: authenticated, key))
        return AgeEncryption(header: authenticated + end + nonce, payload: try payload(.sealing, key, nonce))
    }

    func makeDecryption(with identities: [FileIdentity]) -> any FileCiphering {
        AgeDecryption(encryption: self, identities: identities)
    }

    // MARK: The parts of a file

    func payload(
        _ direction: AgePayload.Direction, _ key: any SymmetricKey, _ nonce: Data
    ) throws(CryptographyError) -> AgePayload {
        AgePayload(
            direction, cipher,
            try derivation.deriveKey(from: key, salt: nonce, info: Data("payload".utf8), byteCount: 32))
    }

    /// The key of a file, if one of the identities opens it.
    func fileKey(_ header: AgeHeader, _ identities: [FileIdentity]) throws(FileEncryptionError) -> any SymmetricKey {
        for stanza in header.stanzas where stanza.arguments[0] == Self.kind {
            for identity in identities {
                guard let key = try unwrap(stanza, identity) else { continue }
                do throws(CryptographyError) {
                    let code = try authenticationKey(key)
                    guard try authentication.isValid(header.code, for: header.authenticated, using: code) else {
                        throw .authenticationFailed
                    }
                } catch .authenticationFailed {
                    throw .changedHeader
                } catch {
                    throw .library(error)
                }
                return key
            }
        }
        throw .noMatchingKey
    }

    private func code(of authenticated: Data, _ key: any SymmetricKey) throws(CryptographyError) -> Data {
        try authentication.authenticationCode(for: authenticated, using: try authenticationKey(key))
    }

    private func authenticationKey(_ key: any SymmetricKey) throws(CryptographyError) -> any SymmetricKey {
        try derivation.deriveKey(from: key, salt: Data(), info: Data("header".utf8), byteCount: 32)
    }

    // MARK: The key for a recipient (https://c2sp.org/age, section “The X25519 recipient type”)

    private func wrap(
        _ key: any SymmetricKey, for recipient: FileRecipient
    ) throws(CryptographyError) -> AgeHeader.Stanza {
        let ephemeral = try keys.makeRandomKey(byteCount: 32), share = try agreement.publicKey(of: ephemeral)
        let secret = try agreement.agree(ephemeral, with: recipient.publicKey)
        let wrapping = try wrappingKey(secret, share, recipient)
        let body = try unsafe key.withUnsafeBytes { bytes throws(CryptographyError) in
            try unsafe cipher.seal(bytes, nonce: Self.nonce, using: wrapping)
        }
        return AgeHeader.Stanza(arguments: [Self.kind, AgeHeader.base64(share)], body: body)
    }

    /// - Returns: nil if the file's key is for somebody else.
    private func unwrap(
        _ stanza: AgeHeader.Stanza, _ identity: FileIdentity
    ) throws(FileEncryptionError) -> (any SymmetricKey)? {
        guard stanza.arguments.count == 2, let share = AgeHeader.data(stanza.arguments[1].utf8), share.count == 32,
            stanza.body.count == Self.fileKeyByteCount + ChaCha20Poly1305.tagByteCount
        else { throw .malformedHeader }
        do throws(CryptographyError) {
            let secret = try agreement.agree(identity.key, with: share)
            let wrapping = try wrappingKey(secret, share, try recipient(of: identity))
            return try unsafe stanza.body.withBytes { body throws(CryptographyError) in
                try unsafe LockedKey(byteCount: Self.fileKeyByteCount, in: arena) { output throws(CryptographyError) in
                    try unsafe cipher.open(body, into: output, nonce: Self.nonce, using: wrapping)
                }
            }
        } catch .authenticationFailed {
            return nil
        } catch .invalidKey {
            throw .malformedHeader
        } catch {
            throw .library(error)
        }
    }

    /// The key is used once.
    private static let nonce = [UInt8](repeating: 0, count: 12)

    private func wrappingKey(
        _ secret: any SymmetricKey, _ share: Data, _ recipient: FileRecipient
    ) throws(CryptographyError) -> any SymmetricKey {
        try derivation.deriveKey(
            from: secret, salt: share + recipient.publicKey, info: Data("\(AgeHeader.version)/\(Self.kind)".utf8),
            byteCount: 32)
    }
}

/// Encrypts one file.
private final class AgeEncryption: FileCiphering {
    /// Given out with the first bytes.
    private var header: Data
    private var payload: AgePayload

    init(header: Data, payload: AgePayload) {
        self.header = header
        self.payload = payload
    }

    func update(_ piece: Data) throws(FileEncryptionError) -> Data {
        defer { header = Data() }
        return header + (try payload.update(piece))
    }

    func finish() throws(FileEncryptionError) -> Data { header + (try payload.finish()) }
}

/// Decrypts one file.
private final class AgeDecryption: FileCiphering {
    private let encryption: OpenSSLFileEncryption
    private let identities: [FileIdentity]
    /// What came of the header and of the nonce behind it.
    private var beginning = Data()
    private var payload: AgePayload?

    init(encryption: OpenSSLFileEncryption, identities: [FileIdentity]) {
        self.encryption = encryption
        self.identities = identities
    }

    func update(_ piece: Data) throws(FileEncryptionError) -> Data {
        if payload == nil {
            beginning += piece
            return try begin()
        }
        return try payload?.update(piece) ?? Data()
    }

    func finish() throws(FileEncryptionError) -> Data {
        guard let last = try payload?.finish() else { throw .malformedHeader }
        return last
    }

    private func begin() throws(FileEncryptionError) -> Data {
        guard let header = try AgeHeader.read(beginning) else { return Data() }
        let key = try encryption.fileKey(header, identities)
        let rest = beginning.dropFirst(header.byteCount)
        guard rest.count >= AgePayload.nonceByteCount else { return Data() }
        do throws(CryptographyError) {
            payload = try encryption.payload(.opening, key, Data(rest.prefix(AgePayload.nonceByteCount)))
        } catch {
            throw .library(error)
        }
        beginning = Data()
        return try payload?.update(Data(rest.dropFirst(AgePayload.nonceByteCount))) ?? Data()
    }
}
