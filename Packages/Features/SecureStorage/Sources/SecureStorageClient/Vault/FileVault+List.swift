import SecureStorageAPI
import SecureStorageLinux

extension FileVault {
    /// The list as it has to be before something changes: with all that was
    /// written after it; nil in a vault of a format that has none.
    ///
    /// Processes that were killed between a record and the list leave a counter
    /// that isn't the list's, and power cuts leave no process.
    func presentList(of vault: OpenVault, _ lock: any FileLock) throws(SecretStoreError) -> ListOnDisk? {
        guard vault.records.hasList else { return nil }
        let counter = try counter(lock)
        if let lastList, lastList.list.newest == counter { return lastList }
        guard var listed = try vault.records.list() else { return nil }
        let removed = try vault.records.bringUpToDate(&listed.list, counter: counter)
        guard !removed.isEmpty else { return listed }
        // The list that doesn't have them may not be on disk yet.
        try write(&listed, of: vault, durably: true)
        // What stays is removed by whoever writes next.
        for id in removed { try? vault.records.remove(id) }
        return listed
    }

    /// Writes the list, and knows it from then on.
    func write(_ listed: inout ListOnDisk, of vault: OpenVault, durably: Bool) throws(SecretStoreError) {
        lastList = nil
        try vault.records.write(&listed, durably: durably)
        lastList = listed
    }

    /// Removes a record.
    ///
    /// The list says so first, and on disk: a record that it still had would be
    /// missed.
    func remove(_ id: RecordID, of vault: OpenVault, _ lock: any FileLock) throws(SecretStoreError) {
        var listed: ListOnDisk?
        do throws(SecretStoreError) {
            listed = try presentList(of: vault, lock)
        } catch {
            // Who logs out has to get rid of it all the same.
            guard case .damagedList = error else { throw error }
        }
        guard var listed, let former = vault.records.claimedVersion(id) ?? listed.list.versions[id] else {
            return try vault.records.remove(id)
        }
        let isListed = listed.list.versions[id]
        listed.list.forget(id)
        listed.list.raise(to: try nextVersion(of: id, former, after: listed, lock))
        try write(&listed, of: vault, durably: true)
        do throws(SecretStoreError) {
            try vault.records.remove(id)
        } catch {
            // If it is still there, it counts.
            if let isListed, vault.records.claimedVersion(id) != nil,
                let version = try? nextVersion(of: id, nil, after: listed, lock)
            {
                listed.list.note(isListed, at: id)
                listed.list.raise(to: version)
                try? write(&listed, of: vault, durably: true)
            }
            throw error
        }
    }

    /// Takes from the list what isn't there any more: nobody misses it from
    /// then on.
    func forgetMissing(of vault: OpenVault, _ lock: any FileLock) throws(SecretStoreError) {
        guard var listed = try presentList(of: vault, lock) else { return }
        let present = Set(try vault.records.ids())
        let missing = listed.list.versions.keys.filter { !present.contains($0) }
        guard !missing.isEmpty else { return }
        for id in missing { listed.list.forget(id) }
        listed.list.raise(to: try nextVersion(of: .list, nil, after: listed, lock))
        try write(&listed, of: vault, durably: true)
    }

    /// Puts a list of what is there in place of one that is damaged.
    func makeList(of vault: OpenVault, _ lock: any FileLock) throws(SecretStoreError) -> ListOnDisk {
        try storage.makeFolder(storage.paths.records(vault.header.generation))
        try storage.synchronizeFolder(storage.paths.folder)
        var new = try vault.records.newList()
        // Whoever knows the former list looks again.
        new.list.raise(to: try nextVersion(of: .list, nil, after: new, lock))
        try write(&new, of: vault, durably: true)
        return new
    }

    /// Takes everything from the list, before the records are removed.
    func forgetAll(of vault: OpenVault, _ lock: any FileLock) throws(SecretStoreError) {
        var empty = ListOnDisk(list: RecordList())
        empty.list.raise(to: try counter(lock))
        for id in try vault.records.ids() {
            // A record that can't be understood counts for nothing in any case.
            if let version = vault.records.claimedVersion(id), version < 1 << 62 { empty.list.raise(to: version) }
        }
        try write(&empty, of: vault, durably: true)
    }
}
