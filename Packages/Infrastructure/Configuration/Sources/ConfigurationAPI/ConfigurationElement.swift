/// A value as it was written, before its type is known.
public enum ConfigurationElement: Hashable, Sendable {
    /// Text from outside of a file, where everything is text.
    case text(String)
    /// A string of a file.
    case string(String)
    /// A whole number of a file.
    case integer(Int)
    /// Another number of a file.
    case number(Double)
    /// `true` or `false` in a file.
    case bool(Bool)
    /// A list in a file.
    case list([ConfigurationElement])
    /// `null` in a file.
    case null

    /// The text or string; nil for anything else.
    public var anyText: String? {
        switch self {
        case .text(let text), .string(let text): text
        default: nil
        }
    }
}

extension ConfigurationElement: CustomStringConvertible {
    /// The value as it could stand in a file.
    public var description: String {
        switch self {
        case .text(let text), .string(let text): "\"\(text)\""
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .bool(let value): "\(value)"
        case .list(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
        case .null: "null"
        }
    }
}
