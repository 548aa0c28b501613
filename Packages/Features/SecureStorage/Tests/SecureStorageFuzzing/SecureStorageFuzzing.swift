import CoreModels
import FoundationEssentials
public import KernelTesting
import SecureStorageClient

/// What fuzzers try of the package.
public enum SecureStorageFuzzing {
    /// Files of records, and what is sealed in them.
    public static let readers: [FuzzedReader] = [recordFile, recordText]

    private static let recordFile = FuzzedReader("vault-record") { bytes in
        // Files with slots have one size, which mutations would rarely keep.
        for file in [Data(bytes), Data((bytes + [UInt8](repeating: 0, count: 8192)).prefix(8192))] {
            let records = RecordSlots.records(in: file)
            precondition(records.allSatisfy { (0...1).contains($0.slot) && $0.bytes.count <= file.count })
            _ = RecordSlots.claimedVersion(in: file)
            if file.count == RecordSlots.byteCount { _ = RecordSlots.free(in: file) }
        }
    }

    private static let recordText = FuzzedReader("vault-record-text") { bytes in
        let padded = bytes + [UInt8](repeating: 0, count: (256 - bytes.count % 256) % 256)
        let record = unsafe padded.withUnsafeBytes { unsafe RecordText.decode($0, version: 1) }
        guard let record else { return }
        let again = unsafe RecordText.encode(record).withUnsafeBytes { unsafe RecordText.decode($0, version: 1) }
        precondition(again?.isEqual(to: record) == true, "a record doesn't come back")
    }
}
