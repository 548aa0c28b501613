/// Header fields in the order in which they were added.
///
/// A name may occur several times; look-up ignores case.
public struct HTTPFields: Sendable, Hashable {
    /// One header field.
    public struct Field: Sendable, Hashable {
        /// The field's name.
        public let name: HTTPFieldName
        /// The field's value without surrounding white space.
        public let value: String

        /// Creates a field.
        public init(name: HTTPFieldName, value: String) {
            self.name = name
            self.value = value
        }

        /// Whether name and value can be sent: the name is a token and the
        /// value holds no control character but tab (RFC 9110, section 5.5),
        /// so nothing in it can end the line and start another one.
        public var isValid: Bool {
            name.isValid && value.hasOnly { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
        }
    }

    private var fields: [Field]

    /// Creates an empty list.
    public init() {
        fields = []
    }

    /// Makes room for so many fields in all.
    public mutating func reserveCapacity(_ count: Int) {
        fields.reserveCapacity(count)
    }

    /// The first field that can't be sent, if there is one.
    public var firstInvalid: Field? { fields.first { !$0.isValid } }

    /// The first value under `name`.
    ///
    /// Setting replaces all values of the name; setting nil removes them.
    public subscript(name: HTTPFieldName) -> String? {
        get { fields.first { $0.name == name }?.value }
        set {
            let position = fields.firstIndex { $0.name == name }
            fields.removeAll { $0.name == name }
            guard let newValue else { return }
            fields.insert(Field(name: name, value: newValue), at: position ?? fields.count)
        }
    }

    /// Whether there is a field under one of `names`.
    public func contains(anyOf names: [HTTPFieldName]) -> Bool {
        fields.contains { field in names.contains { $0 == field.name } }
    }

    /// The value under `name`, if there is one and no other.
    public func onlyValue(of name: HTTPFieldName) -> String? {
        guard let first = fields.firstIndex(where: { $0.name == name }),
            !fields[(first + 1)...].contains(where: { $0.name == name })
        else { return nil }
        return fields[first].value
    }

    /// All values under `name`, in order.
    public func values(of name: HTTPFieldName) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    /// Adds a field and keeps those of the same name.
    public mutating func append(_ name: consuming HTTPFieldName, _ value: consuming String) {
        fields.append(Field(name: name, value: value))
    }
}

extension HTTPFields: RandomAccessCollection {
    /// The position of the first field.
    public var startIndex: Int { fields.startIndex }
    /// The position after the last field.
    public var endIndex: Int { fields.endIndex }
    /// The field at a position.
    public subscript(position: Int) -> Field { fields[position] }
}

extension HTTPFields: ExpressibleByDictionaryLiteral {
    /// Creates a list from name and value pairs, in their order.
    public init(dictionaryLiteral elements: (HTTPFieldName, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }
}

extension String {
    /// Whether each byte is fit; all fields of all messages are asked, and it
    /// takes a fraction of the time where the bytes lie in a row.
    func hasOnly(_ isFit: (UInt8) -> Bool) -> Bool {
        unsafe utf8.withContiguousStorageIfAvailable { unsafe $0.allSatisfy(isFit) } ?? utf8.allSatisfy(isFit)
    }
}
