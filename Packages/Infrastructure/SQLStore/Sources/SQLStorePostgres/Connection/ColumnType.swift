import CoreModels
import FoundationEssentials
import SQLStoreAPI

/// What the text of a value stands for, by the type that the server says its
/// column has (the OIDs of pg_type.dat, which never change).
enum ColumnType {
    case integer, real, decimal, bool, bytes, text

    init(_ oid: UInt32) {
        self =
            switch oid {
            case 16: .bool
            case 17: .bytes
            case 20, 21, 23, 26: .integer
            case 700, 701: .real
            // The sum of BIGINTs is one.
            case 1700: .decimal
            default: .text
            }
    }

    /// The value of a text.
    func value(of bytes: UnsafeRawBufferPointer) -> SQLValue {
        switch self {
        case .text: return .text(unsafe String(decoding: bytes, as: UTF8.self))
        case .bytes: return .blob(unsafe Self.data(of: bytes))
        // 0 and 1, as everywhere else.
        case .bool: return .integer(unsafe bytes.first == UInt8(ascii: "t") ? 1 : 0)
        case .integer, .decimal, .real:
            let text = unsafe String(decoding: bytes, as: UTF8.self)
            if self != .real, let number = Int64(text) { return .integer(number) }
            return Double(text).map(SQLValue.real) ?? .text(text)
        }
    }

    /// The bytes that `\x` and digits of base 16 stand for.
    ///
    /// They are asked for at the beginning of a session, and the server writes no others.
    private static func data(of text: UnsafeRawBufferPointer) -> Data {
        var data = Data(capacity: text.count / 2), place = 2
        while place + 1 < text.count {
            let high = unsafe UInt8(hexadecimalDigit: text[place]) ?? 0
            let low = unsafe UInt8(hexadecimalDigit: text[place + 1]) ?? 0
            data.append(high << 4 | low)
            place += 2
        }
        return data
    }
}
