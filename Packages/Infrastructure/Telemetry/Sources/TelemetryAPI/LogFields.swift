/// Named values of a log line, in the order in which they were given.
///
/// ```swift
/// logger.info("logged in", ["user": user.id, "attempts": 2])
/// ```
public struct LogFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// A name and its value.
    public struct Field: Hashable, Sendable {
        /// The name, in `snake_case`.
        public let name: String
        /// The value.
        public let value: LogValue

        /// Names a value.
        public init(_ name: String, _ value: LogValue) {
            self.name = name
            self.value = value
        }
    }

    /// The fields in order; a name stands once.
    public private(set) var fields: [Field]

    /// Creates fields from a literal; the last of equal names counts.
    public init(dictionaryLiteral elements: (String, any LogValueConvertible)...) {
        fields = []
        fields.reserveCapacity(elements.count)
        for (name, value) in elements { self[name] = value.logValue }
    }

    /// Creates fields of different names, which costs less than a literal.
    public init(_ fields: [Field]) {
        self.fields = fields
    }

    /// The value of a field; setting nil removes it.
    public subscript(name: String) -> LogValue? {
        get { fields.first { $0.name == name }?.value }
        set {
            let index = fields.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): fields[index] = Field(name, value)
            case (let index?, nil): fields.remove(at: index)
            case (nil, let value?): fields.append(Field(name, value))
            case (nil, nil): break
            }
        }
    }

    /// These fields and others; the others win where names are equal.
    public func merging(_ others: LogFields) -> LogFields {
        guard !isEmpty else { return others }
        var merged = self
        for field in others.fields { merged[field.name] = field.value }
        return merged
    }

    /// Whether there are none.
    public var isEmpty: Bool { fields.isEmpty }
}
