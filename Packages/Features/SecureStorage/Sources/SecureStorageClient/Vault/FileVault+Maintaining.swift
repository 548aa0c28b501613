import CryptographyAPI
import FoundationEssentials
package import SecureStorageAPI
import SecureStorageLinux

extension FileVault: VaultMaintaining {
    package func status() async -> VaultStatus {
        var header: VaultHeader?
        var recordCount = 0
        var damagedCount = 0
        var problem: SecretStoreError?
        do {
            header = try headers.load()?.header
            if let header {
                recordCount = try storage.names(in: storage.paths.records(header.generation)).filter {
                    RecordID(fileName: $0) != nil
                }.count
            }
            damagedCount = try storage.names(in: storage.paths.setAside).count
        } catch {
            problem = error
        }
        return VaultStatus(
            path: storage.paths.folder, exists: header != nil || problem != nil,
            protection: header?.protection ?? settings.protection, generation: header?.generation ?? 0,
            recordCount: recordCount, damagedCount: damagedCount, repairs: storage.repairs, problem: problem)
    }

    package func setAsideRecords() async throws(SecretStoreError) -> [SetAsideRecord] {
        try storage.names(in: storage.paths.setAside).compactMap {
            SetAsideRecord(fileName: $0, in: storage.paths.setAside)
        }
    }

    package func check() async throws(SecretStoreError) -> [SetAsideRecord] {
        try await exclusively { _, vault throws(SecretStoreError) in
            guard let vault else { return [] }
            var damaged: [SetAsideRecord] = []
            for id in try vault.records.ids() {
                if case .damaged(let reason) = try vault.records.read(id) {
                    damaged.append(vault.records.setAside(id, reason: reason))
                }
            }
            return damaged
        }
    }

    package func cleanUp() async throws(SecretStoreError) {
        guard try storage.checkFolder() else { return }
        let lock = try await locks.acquireVault()
        try withExtendedLifetime(lock) { () throws(SecretStoreError) in
            try storage.removeFolder(storage.paths.setAside)
            try storage.synchronizeFolder(storage.paths.folder)
        }
    }

    package func startOver() async throws(SecretStoreError) -> String? {
        guard try storage.checkFolder() else { return nil }
        let lock = try await locks.acquireVault()
        return try withExtendedLifetime(lock) { () throws(SecretStoreError) in
            let paths = storage.paths
            var number = 1
            while try storage.facts(of: "\(paths.folder).old-\(number)") != nil { number += 1 }
            let destination = "\(paths.folder).old-\(number)"
            try storage.rename(paths.folder, to: destination)
            try storage.synchronizeFolder(paths.parent)
            forgetKeys()
            return destination
        }
    }

    package func rotateKey(protectedBy protection: VaultProtection?) async throws(SecretStoreError) {
        while true {
            guard let vault = try await openIfThere() else { return }
            let generation = vault.header.generation + 1
            // Before the lock, since a person may have to be asked.
            let protector = protector(protection ?? vault.header.protection)
            let protected = try await protector.prepareKey(for: vault.id, generation: generation)
            let isDone = try await exclusively { _, current throws(SecretStoreError) in
                guard let current, current.header == vault.header else { return false }
                try replaceKey(of: current, by: protected, protector)
                return true
            }
            if isDone { return }
        }
    }

    private func replaceKey(
        of vault: OpenVault, by protected: ProtectedKey, _ protector: any KeyProtecting
    ) throws(SecretStoreError) {
        let generation = vault.header.generation + 1
        let keys = try VaultKeys(rotating: vault.keys, settings.cryptography)
        let header = try keys.header(
            vault: vault.id, generation: generation, protectedBy: protected, settings.cryptography)
        try removeRemains(besides: vault.header, vault.id)
        do {
            try protected.store()
            try copyRecords(of: vault, to: records(vault.id, keys, header))
            try headers.store(header)  // From here on the new key counts.
        } catch {
            // If the header was replaced after all, both generations have to
            // stay: the next write removes the one that doesn't count.
            if (try? headers.load()?.header) == vault.header {
                try? storage.removeFolder(storage.paths.records(generation))
                try? protector.forgetKey(of: vault.id, generation: generation)
            }
            forgetKeys()
            throw error
        }
        forgetKeys()
        if let identity = try headers.identity() { note(vault.id, header, identity, keys) }
        // What can't be removed now is removed by the next process that writes.
        try? storage.removeFolder(storage.paths.records(vault.header.generation))
        try? self.protector(vault.header.protection).forgetKey(of: vault.id, generation: vault.header.generation)
        try? storage.synchronizeFolder(storage.paths.folder)
    }

    private func copyRecords(of vault: OpenVault, to copies: RecordFolder) throws(SecretStoreError) {
        try storage.makeFolder(storage.paths.records(copies.generation))
        for id in try vault.records.ids() {
            switch try vault.records.read(id) {
            case nil: break
            case .damaged(let reason): _ = vault.records.setAside(id, reason: reason)
            case .opened(let record): try copies.write(at: id) { _ in record }
            }
        }
        try storage.synchronizeFolder(storage.paths.folder)
    }
}
