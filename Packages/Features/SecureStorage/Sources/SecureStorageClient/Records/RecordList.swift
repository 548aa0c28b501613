import CoreModels
import FoundationEssentials
import SecureStorageAPI

/// Which records a vault has, each with its version: what tells a record that
/// is gone from one that never was, and one that was put back from the newest.
///
/// It is sealed as a record is, and written after each one without being forced
/// to disk. So it may be older than the records, and never tells of anything
/// that they don't have: a version above ``newest`` is newer than the list.
struct RecordList: Equatable, Sendable {
    /// What a list says of a version that is found at a place.
    enum Judgement {
        /// It is what was saved last there, or newer than the list.
        case current
        /// Something newer was saved.
        case rolledBack
        /// It was removed.
        case removed
    }

    private static let kindID = "record-list"
    private static let forcedLabel = "forced"
    private static let entryByteCount = RecordID.byteCount + MemoryLayout<UInt64>.size

    /// The version of each record, by its place.
    private(set) var versions: [RecordID: UInt64] = [:]
    /// No version that was given out before the list was written is above this.
    private(set) var newest: UInt64 = 0
    /// Whether the list was forced to disk as it was written.
    var isForced = false

    /// A list of no records.
    init() {}

    /// The list in a record; nil if it is none.
    init?(_ record: Record) {
        let size = Self.entryByteCount
        guard record.kindID == Self.kindID, record.payload.count % size == 0 else { return nil }
        newest = record.version
        isForced = record.label == Self.forcedLabel
        versions.reserveCapacity(record.payload.count / size)
        unsafe record.payload.withUnsafeBytes { bytes in
            for start in stride(from: 0, to: bytes.count, by: size) {
                let id = unsafe RecordID(Data(bytes[start..<start + RecordID.byteCount]))
                versions[id] = unsafe UInt64(
                    bigEndian: bytes.loadUnaligned(fromByteOffset: start + RecordID.byteCount, as: UInt64.self))
            }
        }
    }

    /// The list as a record.
    var record: Record {
        let payload = unsafe Secret(byteCount: versions.count * Self.entryByteCount) { bytes in
            var start = 0
            for (id, version) in versions {
                let end = start + RecordID.byteCount
                unsafe id.write(to: UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end]))
                unsafe bytes.storeBytes(of: version.bigEndian, toByteOffset: end, as: UInt64.self)
                start += Self.entryByteCount
            }
        }
        return Record(
            version: newest, level: .sealed, kindID: Self.kindID, label: isForced ? Self.forcedLabel : "",
            payload: payload)
    }

    /// Judges a version that was found at a place.
    func judge(_ version: UInt64, at id: RecordID) -> Judgement {
        guard let listed = versions[id] else { return version > newest ? .current : .removed }
        return version >= listed ? .current : .rolledBack
    }

    /// Notes what was saved.
    mutating func note(_ version: UInt64, at id: RecordID) {
        versions[id] = version
        raise(to: version)
    }

    /// Notes that there is something, of whatever version, so that it is missed
    /// if it goes.
    mutating func expect(_ id: RecordID) {
        if versions[id] == nil { versions[id] = 0 }
    }

    /// Forgets what is removed.
    mutating func forget(_ id: RecordID) {
        versions[id] = nil
    }

    /// Notes that versions up to this one were given out.
    mutating func raise(to version: UInt64) {
        newest = max(newest, version)
    }
}

extension RecordID {
    /// The place of the list itself, which no name leads to.
    static let list = RecordID(place: "list")
}
