import CryptographyAPI
import FoundationEssentials
import SecureStorageAPI
import SecureStorageLinux

/// The list of a folder's records as it is on disk.
struct ListOnDisk: Sendable {
    var list: RecordList
    /// The slot of the newest list that was forced to disk; nil if the list has
    /// to be put in a new file.
    var base: Int?
    /// Its file, once it was written to.
    var file: (any FileInPlace)?
}

extension RecordFolder {
    private var listPath: String { storage.paths.record(.list, generation) }

    /// The list; nil in a vault of a format that has none.
    ///
    /// - Throws: ``SecretStoreError/damagedList(path:)`` if it is missing, or
    ///   isn't as it was written.
    func list() throws(SecretStoreError) -> ListOnDisk? {
        guard hasList else { return nil }
        guard let file = try storage.read(listPath, limit: maximumByteCount) else { throw .damagedList(path: listPath) }
        var newest: RecordList?
        var base: (slot: Int, list: RecordList)?
        for (slot, bytes) in RecordSlots.records(in: file.bytes) {
            guard let sealed = try sealer.record(from: bytes, at: .list),
                case .opened(let record) = try cryptographically({ () throws(CryptographyError) in try sealed.open() }),
                let list = RecordList(record)
            else { continue }
            if newest.map({ $0.newest < list.newest }) ?? true { newest = list }
            if list.isForced, base.map({ $0.list.newest < list.newest }) ?? true { base = (slot, list) }
        }
        guard let newest else { throw .damagedList(path: listPath) }
        return ListOnDisk(list: newest, base: file.bytes.count == RecordSlots.byteCount ? base?.slot : nil)
    }

    /// Writes the list beside the last one that was forced to disk: whatever
    /// becomes of this one in a power cut, that one is whole.
    ///
    /// - Parameter durably: Whether it has to be on disk on return.
    func write(_ listed: inout ListOnDisk, durably: Bool) throws(SecretStoreError) {
        listed.list.isForced = durably
        let file = if let file = listed.file { file } else { try fileOfList() }
        if let base = listed.base, let file,
            let slot = RecordSlots.slot(with: try sealer.seal(listed.list.record, at: .list))
        {
            let free = 1 - base
            try onDisk { () throws(FileSystemError) in
                try file.write(slot, at: free * RecordSlots.slotByteCount)
                if durably { try file.synchronize() }
            }
            if durably { listed.base = free }
            listed.file = file
            return
        }
        listed.list.isForced = true
        let sealed = try sealer.seal(listed.list.record, at: .list)
        let slot = RecordSlots.slot(with: sealed)
        try replace(.list, with: slot.map(RecordSlots.file(with:)) ?? sealed.bytes)
        (listed.base, listed.file) = (slot == nil ? nil : 0, nil)
    }

    /// The file of the list, if it has slots and may be changed in place.
    private func fileOfList() throws(SecretStoreError) -> (any FileInPlace)? {
        guard let file = try storage.open(listPath), file.facts.byteCount == RecordSlots.byteCount,
            file.facts.linkCount == 1
        else { return nil }
        return file
    }

    /// Adds to a list what was written after it, by processes that were killed
    /// or before a power cut.
    ///
    /// - Parameter counter: The last version that is known to be given out.
    /// - Returns: What is still there of removals that were cut short.
    func bringUpToDate(_ list: inout RecordList, counter: UInt64) throws(SecretStoreError) -> [RecordID] {
        var present = list
        var removed: [RecordID] = []
        for id in try ids() {
            if let claimed = claimedVersion(id) {
                guard list.versions[id] != claimed else { continue }
                switch list.judge(claimed, at: id) {
                case .rolledBack: continue
                case .removed:
                    removed.append(id)
                    continue
                case .current:
                    if case .opened(let record) = try read(id) {
                        present.note(record.version, at: id)
                        continue
                    }
                }
            }
            // It can't be read now, and nothing is said of it but that it is
            // there: it must not count as removed once the list goes on.
            present.expect(id)
        }
        present.raise(to: counter)
        list = present
        return removed
    }

    /// A list of the records that open, in place of one that is damaged.
    func newList() throws(SecretStoreError) -> ListOnDisk {
        var list = RecordList()
        for id in try ids() {
            if case .opened(let record) = try read(id) { list.note(record.version, at: id) }
        }
        return ListOnDisk(list: list)
    }
}
