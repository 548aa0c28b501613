import CryptographyAPI
import FoundationEssentials
import Glibc
import SecureStorageAPI
import SecureStorageLinux

/// The records of one generation of a vault.
///
/// Whatever changes something is called under the vault's lock only.
struct RecordFolder: Sendable {
    let storage: VaultStorage
    let sealer: any RecordSealing
    let generation: Int
    /// Whether short records are changed in place.
    let hasSlots: Bool
    /// Whether there is a list of the records.
    let hasList: Bool
    /// More than any record has.
    let maximumByteCount: Int

    private var paths: VaultPaths { storage.paths }

    /// The record at a place, or nil if there is none.
    ///
    /// Without the lock a record may be replaced or removed meanwhile, but is
    /// never seen half written.
    func read(_ id: RecordID) throws(SecretStoreError) -> RecordOpening? {
        try find(id)?.opening
    }

    /// The record at a place as ``read(_:)`` reads it, with what is needed to
    /// open it again.
    func find(_ id: RecordID) throws(SecretStoreError) -> FoundRecord? {
        do {
            guard let file = try storage.read(paths.record(id, generation), limit: maximumByteCount) else { return nil }
            return try newest(in: file.bytes, at: id, file.facts.identity)
        } catch {
            // What isn't a file, or is too long for a record, isn't one.
            switch error {
            case .system(_, _, EFBIG):
                return FoundRecord(opening: .damaged(.malformed), sealed: nil, slot: nil, identity: nil)
            default: throw error
            }
        }
    }

    /// The newest record in a file that opens; damage if none does.
    private func newest(
        in file: Data, at id: RecordID, _ identity: FileFacts.Identity
    ) throws(SecretStoreError) -> FoundRecord {
        var found = FoundRecord(opening: .damaged(.malformed), sealed: nil, slot: nil, identity: identity)
        for (slot, bytes) in RecordSlots.records(in: file) {
            guard let sealed = try sealer.record(from: bytes, at: id) else { continue }
            // What is older than one that opened doesn't count.
            if found.slot != nil, let newer = found.sealed, newer.version >= sealed.version { continue }
            let opening = try cryptographically { () throws(CryptographyError) in try sealed.open() }
            switch opening {
            case .opened: found = FoundRecord(opening: opening, sealed: sealed, slot: slot, identity: identity)
            case .damaged where found.slot != nil: break
            case .damaged: found = FoundRecord(opening: opening, sealed: sealed, slot: nil, identity: identity)
            }
        }
        return found
    }

    /// Puts a record in place of any other, after reading it back.
    ///
    /// - Parameter make: Makes it, and is told the version that the present one
    ///   claims to have.
    func write(
        at id: RecordID, _ make: (_ claimedVersion: UInt64?) throws(SecretStoreError) -> Record
    ) throws(SecretStoreError) {
        let former = hasSlots ? try openSlots(id) : nil
        let record = try make(former.map { RecordSlots.claimedVersion(in: $0.contents) } ?? claimedVersion(id))
        let sealed = try sealer.seal(record, at: id)
        guard case .opened(let found) = try cryptographically({ () throws(CryptographyError) in try sealed.open() }),
            found.isEqual(to: record)
        else { throw .verificationFailed }
        guard hasSlots, let slot = RecordSlots.slot(with: sealed) else {
            return try replace(id, with: sealed.bytes)
        }
        if let former, let free = try freeSlot(in: former, of: id) {
            return try overwrite(former.file, free, with: slot)
        }
        try replace(id, with: RecordSlots.file(with: slot))
        // The name is on disk now. Where the mark stays, that is made sure of
        // once more.
        try? openSlots(id)?.file.write(RecordSlots.free, at: RecordSlots.slotByteCount)
    }

    /// Puts a file in place of any other.
    func replace(_ id: RecordID, with contents: Data) throws(SecretStoreError) {
        let new = paths.newRecord(generation)
        try storage.removeFile(new)
        do throws(SecretStoreError) {
            try storage.create(new, contents: contents)
            guard try storage.read(new, limit: contents.count)?.bytes == contents else { throw .verificationFailed }
            try storage.rename(new, to: paths.record(id, generation))
            try storage.synchronizeFolder(paths.records(generation))
        } catch {
            try? storage.removeFile(new)
            throw error
        }
    }

    /// The slot to write to; nil if there is no record in the other one.
    private func freeSlot(in former: SlotFile, of id: RecordID) throws(SecretStoreError) -> Int? {
        if let free = RecordSlots.free(in: former.contents) { return free }
        // Whoever wrote last may have been killed before the name was on disk.
        try storage.synchronizeFolder(paths.records(generation))
        return try newest(in: former.contents, at: id, former.file.facts.identity).slot.map { 1 - $0 }
    }

    /// Writes to the free slot, and frees the other one.
    private func overwrite(_ file: any FileInPlace, _ free: Int, with slot: Data) throws(SecretStoreError) {
        let size = RecordSlots.slotByteCount
        do throws(SecretStoreError) {
            let written = try onDisk { () throws(FileSystemError) in
                try file.write(slot, at: free * size)
                try file.synchronize()
                return try file.read(size, at: free * size)
            }
            guard written == slot else { throw .verificationFailed }
        } catch {
            // The former one goes on counting.
            try? onDisk { () throws(FileSystemError) in try file.write(RecordSlots.free, at: free * size) }
            throw error
        }
        // So that damage shows, and no older secret stays. It is the older one
        // anyway, so this may fail, and may reach the disk later.
        try? onDisk { () throws(FileSystemError) in try file.write(RecordSlots.free, at: (1 - free) * size) }
    }

    /// The file of a record if it has slots and may be changed in place.
    private func openSlots(_ id: RecordID) throws(SecretStoreError) -> SlotFile? {
        let file: any FileInPlace
        do throws(SecretStoreError) {
            guard let opened = try storage.open(paths.record(id, generation)) else { return nil }
            file = opened
        } catch {
            // A file that can't be written can be replaced.
            guard case .accessDenied = error else { throw error }
            return nil
        }
        // A file with another name belongs to a backup, which stays as it is.
        guard file.facts.byteCount == RecordSlots.byteCount, file.facts.linkCount == 1 else { return nil }
        let contents = try onDisk { () throws(FileSystemError) in try file.read(RecordSlots.byteCount, at: 0) }
        return SlotFile(file: file, contents: contents)
    }

    /// The version that the record at a place claims to have.
    func claimedVersion(_ id: RecordID) -> UInt64? {
        guard let file = try? storage.read(paths.record(id, generation), limit: maximumByteCount) else { return nil }
        return RecordSlots.claimedVersion(in: file.bytes)
    }

    /// Removes a record, and every copy of it.
    func remove(_ id: RecordID) throws(SecretStoreError) {
        try storage.removeFile(paths.newRecord(generation))
        try storage.removeFile(paths.record(id, generation))
        try storage.synchronizeFolder(paths.records(generation))
        let copies = try setAsideCopies(of: id)
        for copy in copies { try storage.removeFile(paths.setAside + "/" + copy) }
        if !copies.isEmpty { try storage.synchronizeFolder(paths.setAside) }
        guard try storage.facts(of: paths.record(id, generation)) == nil else { throw .verificationFailed }
    }

    /// All places at which there is a record.
    func ids() throws(SecretStoreError) -> [RecordID] {
        try storage.names(in: paths.records(generation)).compactMap { RecordID(fileName: $0) }
    }

    /// Takes a damaged record out of use and keeps it as it is.
    func setAside(_ id: RecordID, reason: SetAsideRecord.Reason) -> SetAsideRecord {
        do {
            try storage.makeFolder(paths.setAside)
            let last = try setAsideCopies(of: id).last?.split(separator: "-").dropFirst().first.flatMap { Int($0) }
            let name = "\(id.text)-\(1_000_001 + (last ?? 0) % 1_000_000)-\(reason.rawValue)"
            try storage.rename(paths.record(id, generation), to: paths.setAside + "/" + name)
            try storage.synchronizeFolder(paths.setAside)
            try storage.synchronizeFolder(paths.records(generation))
            return SetAsideRecord(id: id.text, path: paths.setAside + "/" + name, reason: reason)
        } catch {
            // It couldn't be moved, as on a read-only disk; it is damaged all
            // the same.
            return SetAsideRecord(id: id.text, path: nil, reason: reason)
        }
    }

    /// The last copy that was set aside of a record.
    func lastSetAside(_ id: RecordID) throws(SecretStoreError) -> SetAsideRecord? {
        try setAsideCopies(of: id).last.flatMap { SetAsideRecord(fileName: $0, in: paths.setAside) }
    }

    private func setAsideCopies(of id: RecordID) throws(SecretStoreError) -> [String] {
        try storage.names(in: paths.setAside).filter { $0.hasPrefix(id.text) }
    }
}

/// An open file that has slots, and what is in it.
private struct SlotFile {
    let file: any FileInPlace
    let contents: Data
}

/// What is at the place of a record.
struct FoundRecord: Sendable {
    let opening: RecordOpening
    /// Nil if it isn't a record.
    let sealed: SealedRecord?
    /// The slot of the one that opened.
    let slot: Int?
    /// The file's, nil if it is none.
    let identity: FileFacts.Identity?
}

extension SetAsideRecord {
    /// The record that a file in the folder of those set aside was; nil for
    /// any other file.
    init?(fileName: String, in folder: String) {
        let parts = fileName.split(separator: "-", maxSplits: 2)
        guard parts.count == 3, let id = RecordID(fileName: parts[0]), let reason = Reason(rawValue: String(parts[2]))
        else { return nil }
        self.init(id: id.text, path: folder + "/" + fileName, reason: reason)
    }
}
