import CoreModels
import FoundationEssentials
import SecureStorageAPI

/// Moves secrets from files in the clear into a store.
///
/// The file goes only after the store has the secret, so an attempt that is cut
/// short is made up for by the next one.
struct PlainTextMigrator: PlainTextMigrating {
    private static let lock = SecretName(SecretKind("plain-text-migration"))

    let store: any SecretUpdating
    let storage: VaultStorage
    /// Two processes that migrate at once would wipe under each other's hands.
    let locks: any SecretLocking
    let maximumByteCount: Int

    func migrate(
        plainTextFile path: String, to name: SecretName
    ) async throws(SecretStoreError) -> PlainTextMigration {
        guard try storage.facts(of: path) != nil else { return .nothingToDo }
        return try await locks.withLock(named: Self.lock) { () async throws(SecretStoreError) in
            try await migrateLocked(path, name)
        }
    }

    private func migrateLocked(_ path: String, _ name: SecretName) async throws(SecretStoreError) -> PlainTextMigration
    {
        guard let file = try storage.readSecret(path, limit: maximumByteCount) else { return .nothingToDo }
        let secret = file.withoutTrailingWhiteSpace
        guard !secret.isEmpty else {
            try storage.removeFile(path)
            return .wiped
        }
        let current = try await store.update(name) { current -> (SecretChange, StoredSecret) in
            current.isAbsent ? (.save(secret), current) : (.keep, current)
        }
        // Only an answer counts: a vault that can't be read may lack it.
        let isNew = try current.get() == nil
        try storage.wipe(path)
        try storage.removeFile(path)
        if let slash = path.lastIndex(of: "/") { try storage.synchronizeFolder(String(path[..<slash])) }
        return isNew ? .migrated : .wiped
    }
}

extension Secret {
    fileprivate var withoutTrailingWhiteSpace: Secret {
        withUnsafeBytes { buffer in
            let end = buffer.lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
            return Secret(buffer.prefix(end.map { $0 + 1 } ?? 0))
        }
    }
}
