package import CoreModels
package import SecureStorageAPI

extension FileVault: SecretStore {
    package func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        try check(secret)
        var payload = secret
        var id: VaultID?
        if name.kind.protection == .confirmed {
            let vault = try await openOrMake()
            payload = try presence.seal(secret, of: name, vault.id, await presence.key(for: name, vault.id))
            id = vault.id
        }
        try await exclusively(making: true) { [payload, id] lock, current throws(SecretStoreError) in
            guard let current, id == nil || current.id == id else { throw .busy }
            try write(payload, as: name, lock, current)
        }
    }

    package func remove(_ name: SecretName) async throws(SecretStoreError) {
        guard try await openIfThere() != nil else { return }
        try await exclusively { lock, vault throws(SecretStoreError) in
            guard let vault else { return }
            try remove(vault.records.sealer.id(of: name), of: vault, lock)
        }
        warm.forget(name)
    }

    package func removeAll() async throws(SecretStoreError) {
        guard try storage.checkFolder() else { return }
        let known = try? await openIfThere()
        let lock = try await locks.acquireVault()
        try withExtendedLifetime(lock) { () throws(SecretStoreError) in
            let isOpen = try known.map { known throws(SecretStoreError) in try headers.load()?.header == known.header }
            if let known, isOpen == true, known.records.hasList { try forgetAll(of: known, lock) }
            for generation in try storage.generations() {
                let folder = storage.paths.records(generation)
                let kept = isOpen == true ? RecordID.list.text : nil
                for name in try storage.names(in: folder) where name != kept {
                    try storage.removeFile(folder + "/" + name)
                }
                try storage.synchronizeFolder(folder)
            }
            try storage.removeFolder(storage.paths.setAside)
            // Without its key a vault of nothing is no vault.
            if isOpen != true, (try? headers.load()?.header.format) ?? 0 >= 3 {
                try storage.removeFile(storage.paths.header)
            }
            try storage.synchronizeFolder(storage.paths.folder)
        }
        warm.forgetAll()
    }

    package func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        let vault = try await openOrMake()
        let key =
            name.kind.protection == .confirmed ? try await presence.key(for: name, vault.id) : nil
        return try await exclusively(making: true) { lock, current throws(SecretStoreError) in
            guard let current, current.id == vault.id else { throw .busy }
            let beside = other.map { stored($0, current, nil) } ?? .absent
            let (change, value) = decide(stored(name, current, key), beside)
            switch change {
            case .keep: break
            case .remove: try remove(current.records.sealer.id(of: name), of: current, lock)
            case .save(let secret):
                try check(secret)
                let payload = try key.map { key throws(SecretStoreError) in
                    try presence.seal(secret, of: name, current.id, key)
                }
                try write(payload ?? secret, as: name, lock, current)
            }
            return value
        }
    }

    private func stored(_ name: SecretName, _ vault: OpenVault, _ key: PresenceSealer.Key?) -> StoredSecret {
        do {
            guard let record = try readCarefully(vault.records.sealer.id(of: name), vault) else { return .absent }
            guard record.level == .confirmed else { return .present(record.payload) }
            guard let key else { return .unavailable(.confirmationRequired) }
            return .present(try presence.open(record.payload, of: name, vault.id, key))
        } catch {
            return .unavailable(error)
        }
    }

    private func check(_ secret: Secret) throws(SecretStoreError) {
        guard !secret.isEmpty else { throw .emptyValue }
        guard secret.count <= settings.maximumByteCount else {
            throw .valueTooLarge(byteCount: secret.count, limit: settings.maximumByteCount)
        }
    }
}
