package import CoreModels
import FoundationEssentials
import SecureStorageAPI

/// What is sealed in a record.
package struct Record: Sendable {
    /// Counts the writes to the vault; a record's own only ever grows.
    let version: UInt64
    /// How the payload is protected, as its kind said when it was saved.
    let level: ProtectionLevel
    let kindID: String
    let label: String
    let payload: Secret

    init(version: UInt64, level: ProtectionLevel, kindID: String, label: String, payload: Secret) {
        self.version = version
        self.level = level
        self.kindID = kindID
        self.label = label
        self.payload = payload
    }

    /// Whether both say the same.
    package func isEqual(to other: Record) -> Bool {
        version == other.version && level == other.level && kindID == other.kindID && label == other.label
            && payload.isEqual(to: other.payload)
    }
}

/// The plain text of a record.
///
/// | bytes | what |
/// | --- | --- |
/// | 1 | the level: 0 sealed, 1 confirmed |
/// | 4 · 4 · 4 | the lengths of kind, label and payload, big-endian |
/// | … | kind, label and payload |
/// | … | zeros up to a multiple of 256, so that the size tells little |
package enum RecordText {
    private static let headerByteCount = 13
    private static let blockByteCount = 256

    /// The greatest number of bytes that a payload of `byteCount` bytes makes.
    static func maximumByteCount(payload byteCount: Int) -> Int {
        // Kinds may be as long as labels, and have a prefix.
        byteCount + headerByteCount + 2 * SecretName.maximumByteCount + 2 * blockByteCount
    }

    package static func encode(_ record: Record) -> Secret {
        let counts = [record.kindID.utf8.count, record.label.utf8.count, record.payload.count]
        let byteCount = headerByteCount + counts.reduce(0, +)
        let paddedByteCount = (byteCount + blockByteCount - 1) / blockByteCount * blockByteCount
        return unsafe Secret(byteCount: paddedByteCount) { text in
            unsafe text[0] = record.level == .confirmed ? 1 : 0
            var offset = 1
            for count in counts {
                unsafe text.storeBytes(of: UInt32(count).bigEndian, toByteOffset: offset, as: UInt32.self)
                offset += 4
            }
            func append(_ part: UnsafeRawBufferPointer) {
                unsafe UnsafeMutableRawBufferPointer(rebasing: text[offset...]).copyMemory(from: part)
                offset += part.count
            }
            var (kindID, label) = (record.kindID, record.label)
            kindID.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
            label.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
            unsafe record.payload.withUnsafeBytes(append)
            unsafe UnsafeMutableRawBufferPointer(rebasing: text[offset...]).initializeMemory(
                as: UInt8.self, repeating: 0)
        }
    }

    /// The record that a plain text holds, or nil if it isn't one.
    package static func decode(_ text: UnsafeRawBufferPointer, version: UInt64) -> Record? {
        guard text.count >= headerByteCount, text.count % blockByteCount == 0, unsafe text[0] <= 1 else { return nil }
        func count(at offset: Int) -> Int {
            unsafe Int(UInt32(bigEndian: text.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
        }
        let counts = (count(at: 1), count(at: 5), count(at: 9))
        var offset = headerByteCount
        guard offset + counts.0 + counts.1 + counts.2 <= text.count else { return nil }
        func part(_ count: Int) -> UnsafeRawBufferPointer {
            defer { offset += count }
            return unsafe UnsafeRawBufferPointer(rebasing: text[offset..<offset + count])
        }
        guard let kindID = unsafe String(validating: part(counts.0), as: UTF8.self),
            let label = unsafe String(validating: part(counts.1), as: UTF8.self)
        else { return nil }
        return unsafe Record(
            version: version, level: text[0] == 1 ? .confirmed : .sealed, kindID: kindID, label: label,
            payload: Secret(part(counts.2)))
    }
}
