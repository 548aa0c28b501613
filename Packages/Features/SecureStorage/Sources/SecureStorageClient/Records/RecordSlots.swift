import FoundationEssentials

/// How a short record lies in its file: in one of two slots.
///
/// The other one is free and takes the next version, so that a save needs
/// neither a new file nor a new name, and whatever cuts it short harms only what
/// didn't count yet.
///
/// A slot has four bytes with the length of the sealed record (big-endian), the
/// record, and zeros. A free slot has nothing but zeros.
enum RecordSlots {
    /// A page of memory, and no less than what a disk writes at once: writing
    /// one slot doesn't touch the other.
    static let slotByteCount = 4096
    /// No record in a file without slots has that length.
    static let byteCount = 2 * slotByteCount

    private static let countByteCount = 4

    /// A slot without a record.
    static let free = Data(count: slotByteCount)

    /// What the second slot holds until the name of a new file is sure to be on
    /// disk.
    private static let mark = Data(repeating: 0xFF, count: slotByteCount)

    /// A slot with a sealed record; nil if it is too long for one.
    static func slot(with record: Data) -> Data? {
        guard record.count <= slotByteCount - countByteCount else { return nil }
        var slot = Data(count: slotByteCount)
        slot.withUnsafeMutableBytes { slot in
            slot.storeBytes(of: UInt32(record.count).bigEndian, as: UInt32.self)
            record.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: slot[countByteCount...]).copyMemory(from: $0)
            }
        }
        return slot
    }

    /// A new file, marked.
    static func file(with slot: Data) -> Data { slot + mark }

    /// The records in a file, each with the number of its slot; that of a file
    /// without slots is the whole file, in slot 0.
    static func records(in file: Data) -> [(slot: Int, bytes: Data)] {
        guard file.count == byteCount else { return [(0, file)] }
        return [0, 1].compactMap { number in
            record(in: content(of: number, in: file)).map { (number, $0) }
        }
    }

    /// The record in a slot, or nil if there is none.
    static func record(in slot: Data) -> Data? {
        let count = Int(UInt32(bigEndian: slot.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }))
        guard 1...slotByteCount - countByteCount ~= count else { return nil }
        return slot.dropFirst(countByteCount).prefix(count)
    }

    /// The first slot with nothing in it: no mark, and nothing of a save that
    /// was cut short.
    static func free(in file: Data) -> Int? {
        [1, 0].first { content(of: $0, in: file) == free }
    }

    private static func content(of number: Int, in file: Data) -> Data {
        file.dropFirst(number * slotByteCount).prefix(slotByteCount)
    }
}
