package import FoundationEssentials
import Glibc

/// How a short record lies in its file: in one of two slots.
///
/// The other one is free and takes the next version, so that a save needs
/// neither a new file nor a new name, and whatever cuts it short harms only what
/// didn't count yet.
///
/// A slot has four bytes with the length of the sealed record (big-endian), the
/// record, and zeros. A free slot has nothing but zeros.
package enum RecordSlots {
    /// A page of memory, and no less than what a disk writes at once: writing
    /// one slot doesn't touch the other.
    static let slotByteCount = 4096
    /// No record in a file without slots has that length.
    package static let byteCount = 2 * slotByteCount

    private static let countByteCount = 4

    /// A slot without a record.
    static let free = Data(count: slotByteCount)

    /// What the second slot holds until the name of a new file is sure to be on
    /// disk.
    private static let mark = Data(repeating: 0xFF, count: slotByteCount)

    /// A slot with a sealed record; nil if it is too long for one.
    static func slot(with record: SealedRecord) -> Data? {
        guard record.byteCount <= slotByteCount - countByteCount else { return nil }
        var slot = Data(count: slotByteCount)
        unsafe slot.withUnsafeMutableBytes { slot in
            unsafe slot.storeBytes(of: UInt32(record.byteCount).bigEndian, as: UInt32.self)
            unsafe record.copy(to: UnsafeMutableRawBufferPointer(rebasing: slot[countByteCount...]))
        }
        return slot
    }

    /// A new file, marked.
    static func file(with slot: Data) -> Data { slot + mark }

    /// The records in a file, each with the number of its slot; that of a file
    /// without slots is the whole file, in slot 0.
    package static func records(in file: Data) -> [(slot: Int, bytes: Data)] {
        guard file.count == byteCount else { return [(0, file)] }
        return unsafe file.withUnsafeBytes { bytes in
            [0, 1].compactMap { slot in unsafe record(in: slot, of: bytes).map { unsafe (slot, Data($0)) } }
        }
    }

    /// The greatest version that a record in a file claims to have.
    package static func claimedVersion(in file: Data) -> UInt64? {
        unsafe file.withUnsafeBytes { bytes in
            guard bytes.count == byteCount else { return unsafe RecordSealer.version(of: bytes) }
            let versions = unsafe (
                record(in: 0, of: bytes).flatMap(RecordSealer.version),
                record(in: 1, of: bytes).flatMap(RecordSealer.version)
            )
            return if let first = versions.0, let second = versions.1 { max(first, second) } else {
                versions.0 ?? versions.1
            }
        }
    }

    /// The first slot with nothing in it: no mark, and nothing of a save that
    /// was cut short.
    package static func free(in file: Data) -> Int? {
        unsafe file.withUnsafeBytes { unsafe isFree(1, in: $0) ? 1 : isFree(0, in: $0) ? 0 : nil }
    }

    private static func isFree(_ number: Int, in file: UnsafeRawBufferPointer) -> Bool {
        let content = unsafe content(of: number, in: file)
        return unsafe free.withUnsafeBytes { free in
            guard let content = content.baseAddress, let free = free.baseAddress else { return false }
            return unsafe memcmp(content, free, slotByteCount) == 0
        }
    }

    /// The record in a slot, or nil if there is none.
    private static func record(in number: Int, of file: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        let slot = unsafe content(of: number, in: file)
        let count = unsafe Int(UInt32(bigEndian: slot.loadUnaligned(as: UInt32.self)))
        guard 1...slotByteCount - countByteCount ~= count else { return nil }
        return unsafe UnsafeRawBufferPointer(rebasing: slot[countByteCount..<countByteCount + count])
    }

    private static func content(of number: Int, in file: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: file[number * slotByteCount..<(number + 1) * slotByteCount])
    }
}
