import CryptographyAPI
import FoundationEssentials
import SQLStoreAPI

/// A digest over the rows of a table, in their order, whatever engine keeps them.
///
/// SHA-256 over the digest of the rows before and the row, each value with its type and its
/// length: so it is known behind each row, and a copy that was cut short goes on from it.
struct RowDigest: Equatable {
    /// How many rows there were.
    private(set) var rows = 0
    private var bytes = Data(count: 32)

    /// In hexadecimal digits.
    var text: String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    mutating func add(_ row: [SQLValue], _ hashing: any Hashing) throws(CryptographyError) {
        var message = bytes
        for value in row { Self.append(value, to: &message) }
        bytes = try hashing.sha256(message)
        rows += 1
    }

    private static func append(_ value: SQLValue, to message: inout Data) {
        switch value {
        case .null: message.append(0)
        case .integer(let number): append(1, UInt64(bitPattern: number), to: &message)
        // What has no fraction SQLite keeps as a whole number, which has no negative zero.
        case .real(let number): append(2, number == 0 ? 0 : number.bitPattern, to: &message)
        case .text(let text):
            append(3, UInt64(text.utf8.count), to: &message)
            message.append(contentsOf: text.utf8)
        case .blob(let bytes):
            append(4, UInt64(bytes.count), to: &message)
            message.append(bytes)
        }
    }

    private static func append(_ type: UInt8, _ number: UInt64, to message: inout Data) {
        message.append(type)
        for shift in stride(from: 0, to: 64, by: 8) {
            message.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }
}
