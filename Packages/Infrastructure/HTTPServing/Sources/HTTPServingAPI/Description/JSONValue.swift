/// A value of JSON whose members keep the order in which they were written, such
/// as an example in the description of a route.
///
/// ```swift
/// let example: JSONValue = ["message": "Is that a bridge or a cloud?", "count": 2]
/// ```
public enum JSONValue: Hashable, Sendable {
    /// A member of an object.
    public struct Member: Hashable, Sendable {
        /// Its name.
        public let name: String
        /// Its value.
        public let value: JSONValue

        /// Creates a member.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// `null`.
    case null
    /// `true` or `false`.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A text.
    case string(String)
    /// Values in order.
    case array([JSONValue])
    /// Members in order, each name once.
    case object([Member])

    /// The value of a member; nil where there is none.
    public subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringInterpolation, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates `null`.
    public init(nilLiteral: ()) { self = .null }
    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates a number.
    public init(integerLiteral value: Int) { self = .integer(value) }
    /// Creates a text.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object, with its members as they are written.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

extension JSONValue: Encodable {
    /// Writes the value; the encoder orders members as it likes.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .boolean(let value): try value.encode(to: encoder)
        case .integer(let number): try number.encode(to: encoder)
        case .string(let text): try text.encode(to: encoder)
        case .array(let elements): try elements.encode(to: encoder)
        case .object(let members):
            // As a dictionary, whose keys no encoder spells otherwise.
            var container = encoder.singleValueContainer()
            try container.encode(Dictionary(members.map { ($0.name, $0.value) }) { _, last in last })
        }
    }
}
