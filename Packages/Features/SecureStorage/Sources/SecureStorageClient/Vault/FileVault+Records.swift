import CoreModels
import SecureStorageAPI
import SecureStorageLinux

extension FileVault {
    /// Reads a record without the lock: nil if it would have to be looked at
    /// again.
    ///
    /// - Returns: Also where it is, if a change would show there.
    private func readQuickly(
        _ name: SecretName, _ vault: OpenVault
    ) throws(SecretStoreError) -> (Record, TrackedPlace?)? {
        let id = try vault.records.sealer.id(of: name)
        let time = settings.now()  // What changes later shows, if the file is old enough now.
        // The list comes first: it isn't newer than the record then.
        let list = try? vault.records.list()?.list
        guard list != nil || !vault.records.hasList else { return nil }
        guard let found = try vault.records.find(id), case .opened(let record) = found.opening,
            record.version >= newest[id] ?? 0, isCurrent(record.version, at: id, list)
        else { return nil }
        newest[id] = record.version
        guard let sealed = found.sealed, record.level == .sealed, name.kind.protection == .sealed,
            vault.isSettled, let identity = found.identity, identity.isSettled(at: time)
        else { return (record, nil) }
        let place = TrackedPlace(
            path: storage.paths.record(id, vault.header.generation), identity: identity,
            headerPath: storage.paths.header, header: vault.headerIdentity)
        warm.note(sealed, of: name, at: place)
        return (record, place)
    }

    /// Reads a record under the lock, and sets it aside if it is damaged.
    func readCarefully(_ id: RecordID, _ vault: OpenVault) throws(SecretStoreError) -> Record? {
        let list = try vault.records.list()?.list
        switch try vault.records.read(id) {
        case nil:
            if let record = try vault.records.lastSetAside(id) { throw .damagedRecord(record) }
            guard list?.versions[id] == nil else {
                throw .damagedRecord(SetAsideRecord(id: id.text, path: nil, reason: .missing))
            }
            return nil
        case .damaged(let reason):
            throw .damagedRecord(vault.records.setAside(id, reason: reason))
        case .opened(let record):
            // A removal that was cut short, or the copy of something removed.
            if list?.judge(record.version, at: id) == .removed { return nil }
            guard record.version >= newest[id] ?? 0, isCurrent(record.version, at: id, list) else {
                throw .damagedRecord(vault.records.setAside(id, reason: .rolledBack))
            }
            newest[id] = record.version
            return record
        }
    }

    private func isCurrent(_ version: UInt64, at id: RecordID, _ list: RecordList?) -> Bool {
        list.map { $0.judge(version, at: id) == .current } ?? true
    }

    /// The record of a name, with the vault, and where it is if a change would
    /// show there; nil if there is none.
    func record(of name: SecretName) async throws(SecretStoreError) -> (Record, OpenVault, TrackedPlace?)? {
        guard let vault = try await openIfThere() else { return nil }
        if let (record, place) = try readQuickly(name, vault) { return (record, vault, place) }
        do {
            return try await exclusively { _, vault throws(SecretStoreError) in
                guard let vault else { return nil }
                return try readCarefully(vault.records.sealer.id(of: name), vault).map { ($0, vault, nil) }
            }
        } catch {
            // Where nothing can be written, nobody else writes either.
            guard error.meansNobodyWrites else { throw error }
            return try readCarefully(vault.records.sealer.id(of: name), vault).map { ($0, vault, nil) }
        }
    }

    func write(
        _ payload: Secret, as name: SecretName, _ lock: any FileLock, _ vault: OpenVault
    ) throws(SecretStoreError) {
        try tidy(vault)
        let id = try vault.records.sealer.id(of: name)
        let listed = try presentList(of: vault, lock)
        var version: UInt64 = 0
        try vault.records.write(at: id) { claimed throws(SecretStoreError) in
            version = try nextVersion(of: id, claimed, after: listed, lock)
            return Record(
                version: version, level: name.kind.protection, kindID: name.kind.id, label: name.label,
                payload: payload)
        }
        newest[id] = version
        guard var listed else { return }
        listed.list.note(version, at: id)
        do throws(SecretStoreError) {
            try write(&listed, of: vault, durably: false)
        } catch {
            // The secret is saved; whoever writes next finds it and lists it.
            settings.reporter.report(error, during: .save, of: name.kind)
        }
    }

    /// Versions come from one counter, so that a secret that is removed and
    /// saved again doesn't look older than before.
    func nextVersion(
        of id: RecordID, _ claimed: UInt64?, after listed: ListOnDisk?, _ lock: any FileLock
    ) throws(SecretStoreError) -> UInt64 {
        let counter = try counter(lock)
        // The counter isn't forced to disk; the record is.
        let version = max(counter, Self.plausible(claimed), newest[id] ?? 0, listed?.list.newest ?? 0) + 1
        try onDisk { () throws(FileSystemError) in try lock.setCounter(version) }
        return version
    }

    /// Anybody can write to where it is claimed.
    private static func plausible(_ version: UInt64?) -> UInt64 {
        version.flatMap { $0 < 1 << 62 ? $0 : nil } ?? 0
    }

    /// The last version that was given out, as far as that is known.
    func counter(_ lock: any FileLock) throws(SecretStoreError) -> UInt64 {
        Self.plausible(try onDisk { () throws(FileSystemError) in try lock.counter() })
    }

    private func tidy(_ vault: OpenVault) throws(SecretStoreError) {
        guard !isTidy else { return }
        // The key may have been replaced by a process that was killed before
        // that was on disk; what is saved under it has to stay.
        try storage.synchronizeFolder(storage.paths.folder)
        try removeRemains(besides: vault.header, vault.id)
        isTidy = true
    }

    /// Removes what an interrupted replacement of the key left behind.
    func removeRemains(besides header: VaultHeader, _ id: VaultID) throws(SecretStoreError) {
        let paths = storage.paths
        try storage.removeFile(paths.newHeader)
        for generation in try storage.generations() where generation != header.generation {
            try storage.removeFolder(paths.records(generation))
        }
        let current = header.protection == .keyFile ? paths.key(id, header.generation) : nil
        for name in try storage.names(in: paths.folder) where name.hasPrefix(VaultPaths.keyPrefix) {
            let path = paths.folder + "/" + name
            if path != current { try storage.removeFile(path) }
        }
    }
}

extension SecretStoreError {
    /// Whether the vault is where this process can't write.
    fileprivate var meansNobodyWrites: Bool {
        switch self {
        case .readOnly, .accessDenied, .locksUnsupported: true
        default: false
        }
    }
}
