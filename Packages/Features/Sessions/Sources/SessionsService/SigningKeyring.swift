import CryptographyAPI
import FoundationEssentials
import Localization
import Locking
import OperatingAPI
import PluginKit
import SQLStoreAPI
import ServerKeysAPI
import SessionsServiceAPI
import TelemetryAPI

extension ServerKeyPurpose {
    /// Seals the private halves of the signing keys in the database.
    static let signingKeys = ServerKeyPurpose("sessions.signing-keys.1")
}

/// The keys that sign access tokens.
///
/// Their private halves are in the database, sealed with a key that isn't.
final class SigningKeyring: PluginService {
    /// The key that signs, and those that verify.
    struct Keys: Sendable {
        let signing: any SigningKey
        let verifying: [String: any VerificationKey]
        /// What they verified, which is forgotten with them.
        let verified = VerifiedTokens()

        var published: JSONWebKeySet {
            JSONWebKeySet(keys: verifying.values.map(\.jsonWebKey).sorted { $0.keyID ?? "" < $1.keyID ?? "" })
        }
    }

    private let database: any SQLDatabase
    private let cryptography: Cryptography
    private let serverKeys: any ServerKeyProviding
    private let logger: Logger
    private let now: @Sendable () -> Date
    private let loaded = Locked<Keys?>(nil)

    init(
        database: any SQLDatabase, cryptography: Cryptography, serverKeys: any ServerKeyProviding, logger: Logger,
        now: @escaping @Sendable () -> Date
    ) {
        self.database = database
        self.cryptography = cryptography
        self.serverKeys = serverKeys
        self.logger = logger
        self.now = now
    }

    func start() async throws {
        // As it came, since whoever starts the server can do something about
        // it.
        let keys = try await load()
        loaded.withLock { $0 = keys }
    }

    /// The keys; they are read, or the first one is made, when they are first
    /// needed.
    func keys() async throws(SessionsError) -> Keys {
        if let keys = loaded.current { return keys }
        do {
            let keys = try await load()
            loaded.withLock { $0 = keys }
            return keys
        } catch {
            throw SessionsError(error)
        }
    }

    private func load() async throws -> Keys {
        let sealingKey = try await serverKeys.key(for: .signingKeys)
        var rows = try await database.read { db in try Row.all(in: db) }
        if rows.isEmpty {
            let first = try makeRow(sealingKey)
            // Another process may have made one meanwhile; the first stands.
            rows = try await database.write { db in
                let present = try Row.all(in: db)
                guard present.isEmpty else { return present }
                try first.insert(in: db)
                return [first]
            }
            logger.notice("made a signing key", ["kid": rows.first?.id])
        }
        let all = try rows.map { try Self.open($0, with: sealingKey, cryptography) }
        guard let latest = all.last else { throw SessionsError.unavailable(reason: "there is no signing key") }
        let verifying = all.map { ($0.verificationKey.thumbprint, $0.verificationKey) }
        return Keys(signing: latest, verifying: Dictionary(verifying) { first, _ in first })
    }

    /// The keys by their identifiers, which are published, and since when they are there.
    func facts() async throws -> [ServerFact] {
        let rows = try await database.read { db in try Row.all(in: db) }
        return rows.enumerated().map { index, row in
            ServerFact(
                index == rows.count - 1
                    ? LocalizedText(en: "Signs tokens, made:", es: "Firma las credenciales, creada:")
                    : LocalizedText(en: "Verifies earlier tokens, made:", es: "Comprueba las anteriores, creada:"),
                row.id, at: row.createdAt)
        }
    }

    private func makeRow(_ sealingKey: any SymmetricKey) throws -> Row {
        let key = try cryptography.signatures.makeSigningKey(.es256)
        let id = key.verificationKey.thumbprint
        let box = try cryptography.encryption.seal(
            key.exportPrivateKey(), using: sealingKey, authenticating: Data(id.utf8))
        return Row(id: id, sealedPrivateKey: box.combined, createdAt: now())
    }

    /// Sees whether a server's key is that of its database: whether it opens what was sealed with it.
    static func check(_ data: ServerData) async throws {
        let sealingKey = try await data.keys.key(for: .signingKeys)
        for row in try await data.database.read({ db in try Row.all(in: db) }) {
            _ = try open(row, with: sealingKey, data.cryptography)
        }
    }

    private static func open(
        _ row: Row, with sealingKey: any SymmetricKey, _ cryptography: Cryptography
    ) throws -> any SigningKey {
        do {
            let box = try SealedBox(combined: row.sealedPrivateKey)
            let encoded = try cryptography.encryption.open(
                box, using: sealingKey, authenticating: Data(row.id.utf8))
            return try cryptography.signatures.importPrivateKey(encoded)
        } catch CryptographyError.authenticationFailed {
            // A new key would hide that the server has lost its secret, and
            // with it every password.
            throw ServerKeyError.foreign
        }
    }

    private struct Row: Sendable {
        let id: String
        let sealedPrivateKey: Data
        let createdAt: Date

        static func all(in db: any SQLReading) throws -> [Row] {
            try db.rows("SELECT id, sealed_private_key, created_at FROM signing_keys ORDER BY created_at, id") { row in
                Row(id: try row[0], sealedPrivateKey: try row[1], createdAt: try row[2])
            }
        }

        func insert(in db: any SQLWriting) throws {
            try db.run(
                """
                INSERT INTO signing_keys (id, sealed_private_key, created_at)
                VALUES (\(id), \(sealedPrivateKey), \(createdAt))
                """)
        }
    }
}
