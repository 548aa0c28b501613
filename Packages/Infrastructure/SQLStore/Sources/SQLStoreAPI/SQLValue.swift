public import FoundationEssentials

/// A value as the database stores it.
public enum SQLValue: Hashable, Sendable {
    /// No value.
    case null
    /// A whole number of 64 bits.
    case integer(Int64)
    /// A floating-point number of 64 bits.
    case real(Double)
    /// Text.
    case text(String)
    /// Bytes.
    case blob(Data)

    /// The name of the value's type in SQL, for messages.
    public var typeName: String {
        switch self {
        case .null: "NULL"
        case .integer: "INTEGER"
        case .real: "REAL"
        case .text: "TEXT"
        case .blob: "BLOB"
        }
    }
}
