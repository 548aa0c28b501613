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
    /// More than any record has.
    let maximumByteCount: Int

    private var paths: VaultPaths { storage.paths }

    /// The record at a place, or nil if there is none.
    ///
    /// Without the lock a record may be replaced or removed meanwhile, but is
    /// never seen half written.
    func read(_ id: RecordID) throws(SecretStoreError) -> RecordOpening? {
        try read(paths.record(id, generation), at: id)
    }

    private func read(_ path: String, at id: RecordID) throws(SecretStoreError) -> RecordOpening? {
        try find(path, at: id)?.opening
    }

    /// The record at a place as ``read(_:)`` reads it, with what is needed to
    /// open it again.
    func find(_ id: RecordID) throws(SecretStoreError) -> FoundRecord? {
        try find(paths.record(id, generation), at: id)
    }

    private func find(_ path: String, at id: RecordID) throws(SecretStoreError) -> FoundRecord? {
        do {
            guard let file = try storage.read(path, limit: maximumByteCount) else { return nil }
            guard let sealed = try sealer.record(from: file.bytes, at: id) else {
                return FoundRecord(opening: .damaged(.malformed), sealed: nil, identity: file.facts.identity)
            }
            let opening = try cryptographically { () throws(CryptographyError) in try sealed.open() }
            return FoundRecord(opening: opening, sealed: sealed, identity: file.facts.identity)
        } catch {
            // What isn't a file, or is too long for a record, isn't one.
            switch error {
            case .system(_, path, EFBIG): return FoundRecord(opening: .damaged(.malformed), sealed: nil, identity: nil)
            default: throw error
            }
        }
    }

    /// The version that the record at a place claims to have.
    func claimedVersion(_ id: RecordID) -> UInt64? {
        guard let file = try? storage.read(paths.record(id, generation), limit: maximumByteCount) else { return nil }
        return RecordSealer.version(of: file.bytes)
    }

    /// Puts a record in place of any other, after reading it back.
    func write(_ record: Record, at id: RecordID) throws(SecretStoreError) {
        let new = paths.newRecord(generation)
        try storage.removeFile(new)
        do throws(SecretStoreError) {
            try storage.create(new, contents: sealer.seal(record, at: id))
            guard case .opened(let written) = try read(new, at: id), written.isEqual(to: record) else {
                throw .verificationFailed
            }
            try storage.rename(new, to: paths.record(id, generation))
            try storage.synchronizeFolder(paths.records(generation))
        } catch {
            try? storage.removeFile(new)
            throw error
        }
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

/// What is at the place of a record.
struct FoundRecord: Sendable {
    let opening: RecordOpening
    /// Nil if it isn't a record.
    let sealed: SealedRecord?
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
