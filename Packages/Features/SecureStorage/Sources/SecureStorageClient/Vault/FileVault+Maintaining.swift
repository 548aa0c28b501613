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
        try await exclusively { lock, vault throws(SecretStoreError) in
            guard let vault else { return [] }
            var damaged: [SetAsideRecord] = []
            let list: RecordList?
            do throws(SecretStoreError) {
                list = try presentList(of: vault, lock)?.list
            } catch {
                guard case .damagedList = error else { throw error }
                list = try makeList(of: vault, lock).list
                damaged.append(SetAsideRecord(id: SetAsideRecord.listID, path: nil, reason: .notAuthentic))
            }
            let present = try vault.records.ids()
            for id in present {
                switch try vault.records.read(id) {
                case .damaged(let reason): damaged.append(vault.records.setAside(id, reason: reason))
                case .opened(let record) where list?.judge(record.version, at: id) == .rolledBack:
                    damaged.append(vault.records.setAside(id, reason: .rolledBack))
                default: break
                }
            }
            for id in Set(list.map { Array($0.versions.keys) } ?? []).subtracting(present) {
                guard try vault.records.lastSetAside(id) == nil else { continue }
                damaged.append(SetAsideRecord(id: id.text, path: nil, reason: .missing))
            }
            return damaged
        }
    }

    package func cleanUp() async throws(SecretStoreError) {
        try removeFormerVaults()
        guard try storage.checkFolder() else { return }
        // A vault that can't be opened can be cleaned up all the same.
        try? await exclusively { lock, vault throws(SecretStoreError) in
            if let vault { try forgetMissing(of: vault, lock) }
        }
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
            while try storage.facts(of: paths.formerVault(number)) != nil { number += 1 }
            let destination = paths.formerVault(number)
            try storage.rename(paths.folder, to: destination)
            try storage.synchronizeFolder(paths.parent)
            forgetKeys()
            return destination
        }
    }

    /// Removes the vaults that were moved aside, each with its key: it stays
    /// with its records for as long as somebody may want to rescue them.
    private func removeFormerVaults() throws(SecretStoreError) {
        let paths = storage.paths
        let found = try storage.names(in: paths.parent).filter { paths.isFormerVault($0) }.map {
            paths.parent + "/" + $0
        }
        for vault in found {
            for name in try storage.names(in: vault) {
                let path = vault + "/" + name
                if try storage.facts(of: path)?.kind == .folder {
                    try storage.removeFolder(path)
                } else {
                    try storage.removeFile(path)
                }
            }
            try storage.removeFolder(vault)
        }
        if !found.isEmpty { try storage.synchronizeFolder(paths.parent) }
    }

    package func rotateKey(protectedBy protection: VaultProtection?) async throws(SecretStoreError) {
        try await rotateKey(protectedBy: protection, asking: nil)
    }

    func rotateKey(
        protectedBy protection: VaultProtection?, asking passphrases: (any PassphraseProviding)?
    ) async throws(SecretStoreError) {
        while true {
            guard let vault = try await openIfThere() else {
                guard let protection, try await !make(protectedBy: protection, asking: passphrases) else { return }
                continue
            }
            let generation = vault.header.generation + 1
            // Before the lock, since a person may have to be asked.
            let protector = protector(protection ?? vault.header.protection, asking: passphrases)
            let protected = try await protector.prepareKey(for: vault.id, generation: generation)
            let isDone = try await exclusively { lock, current throws(SecretStoreError) in
                guard let current, current.header == vault.header else { return false }
                try replaceKey(of: current, by: protected, protector, lock)
                return true
            }
            if isDone { return }
        }
    }

    private func replaceKey(
        of vault: OpenVault, by protected: ProtectedKey, _ protector: any KeyProtecting, _ lock: any FileLock
    ) throws(SecretStoreError) {
        let generation = vault.header.generation + 1
        let keys = try VaultKeys(rotating: vault.keys, settings.cryptography)
        let keyed = try keys.header(
            vault: vault.id, generation: generation, protectedBy: protected, settings.cryptography)
        // Only they themselves could seal the new keys, so each has to be set up anew.
        let former = keyed.protection == .passphrase ? vault.header.authenticators ?? [] : []
        let header = keyed.with(former.map(\.voided))
        try removeRemains(besides: vault.header, vault.id)
        do {
            try protected.store()
            try copyRecords(of: vault, to: records(vault.id, keys, header), lock)
            try headers.store(header)  // From here on the new key counts.
        } catch {
            let present = try? headers.load()
            if present?.header == vault.header {
                // The former key goes on counting, so the vault stays open.
                isTidy = false
                try? storage.removeFolder(storage.paths.records(generation))
                try? protector.forgetKey(of: vault.id, generation: generation)
            } else {
                // If the header was replaced after all, both generations have to
                // stay: the next write removes the one that doesn't count.
                forgetKeys()
                if let present, present.header == header { note(vault.id, header, present.identity, keys) }
            }
            throw error
        }
        forgetKeys()
        if let identity = try headers.identity() { note(vault.id, header, identity, keys) }
        // What can't be removed now is removed by the next process that writes.
        try? storage.removeFolder(storage.paths.records(vault.header.generation))
        try? self.protector(vault.header.protection).forgetKey(of: vault.id, generation: vault.header.generation)
        try? storage.synchronizeFolder(storage.paths.folder)
    }

    private func copyRecords(
        of vault: OpenVault, to copies: RecordFolder, _ lock: any FileLock
    ) throws(SecretStoreError) {
        let list = try presentList(of: vault, lock)?.list
        var copied = ListOnDisk(list: list ?? RecordList())
        copied.list.raise(to: try counter(lock))
        try storage.makeFolder(storage.paths.records(copies.generation))
        for id in try vault.records.ids() {
            switch try vault.records.read(id) {
            case nil: break
            case .damaged(let reason): _ = vault.records.setAside(id, reason: reason)
            case .opened(let record) where list?.judge(record.version, at: id) == .rolledBack:
                _ = vault.records.setAside(id, reason: .rolledBack)
            case .opened(let record):
                try copies.write(at: id) { _ in record }
                copied.list.note(record.version, at: id)
            }
        }
        try copies.write(&copied, durably: true)
        try storage.synchronizeFolder(storage.paths.folder)
    }
}
