import CoreModels
import CryptographyAPI
import FoundationEssentials
import Locking
import MailAPI
import ServerKeysAPI

extension ServerKeyPurpose {
    /// Seals letters in the database: they hold codes and links that a thief
    /// of a backup could use.
    static let mailOutbox = ServerKeyPurpose("mail.outbox.1")
}

/// Seals letters with a key that isn't in the database.
///
/// The key is loaded at the start, since transactions can't wait for it.
final class LetterSealing: Sendable {
    private let encryption: any AuthenticatedEncryption
    private let keys: any ServerKeyProviding
    private let key = Locked<(any SymmetricKey)?>(nil)

    init(encryption: any AuthenticatedEncryption, keys: any ServerKeyProviding) {
        self.encryption = encryption
        self.keys = keys
    }

    func loadKey() async throws(ServerKeyError) {
        let loaded = try await keys.key(for: .mailOutbox)
        key.withLock { $0 = loaded }
    }

    func seal(_ letter: Data, _ id: UUID) throws -> Data {
        try encryption.seal(Secret(letter), using: try loadedKey(), authenticating: Self.name(id)).combined
    }

    func open(_ sealed: Data, _ id: UUID) throws -> Data {
        let box = try SealedBox(combined: sealed)
        return try unsafe encryption.open(box, using: try loadedKey(), authenticating: Self.name(id))
            .withUnsafeBytes { unsafe Data($0) }
    }

    private func loadedKey() throws(MailError) -> any SymmetricKey {
        guard let key = key.current else { throw .unavailable(reason: "the outbox isn't started") }
        return key
    }

    private static func name(_ id: UUID) -> Data { Data(id.uuidString.lowercased().utf8) }
}
