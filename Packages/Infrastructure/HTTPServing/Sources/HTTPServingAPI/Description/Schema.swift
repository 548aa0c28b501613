/// What a value of JSON has to be, by JSON Schema 2020-12, as OpenAPI 3.1 has it.
///
/// ```swift
/// static var comment: Schema {
///     .object(
///         .required("id", .uuid), .required("message", .string),
///         .optional("edited_at", .dateTime, "When it was changed; not there if it wasn't.")
///     ).named("Comment")
/// }
/// ```
public struct Schema: Hashable, Sendable {
    /// A member of an object.
    public struct Member: Hashable, Sendable {
        package let name: String
        package let schema: Schema
        package let isRequired: Bool

        /// A member that is always there.
        public static func required(_ name: String, _ schema: Schema, _ text: String? = nil) -> Member {
            Member(name: name, schema: schema.described(text), isRequired: true)
        }

        /// A member that may be missing.
        public static func optional(_ name: String, _ schema: Schema, _ text: String? = nil) -> Member {
            Member(name: name, schema: schema.described(text), isRequired: false)
        }
    }

    /// A keyword and what it says.
    package struct Keyword: Hashable, Sendable {
        package let name: String
        package let value: Value
    }

    /// What a keyword says.
    package enum Value: Hashable, Sendable {
        case json(JSONValue)
        case schema(Schema)
        case schemas([Schema])
        case properties([Member])
        /// The schema that has a name, itself.
        case reference(Schema)
    }

    /// The name of a schema that the document has once, whoever uses it; nil for
    /// one that stands where it is used.
    package private(set) var name: String?
    /// In the order in which they are shown.
    package private(set) var keywords: [Keyword]

    private init(_ keywords: [Keyword]) {
        self.keywords = keywords
    }

    private init(_ keywords: KeyValuePairs<String, JSONValue>) {
        self.init(keywords.map { Keyword(name: $0.key, value: .json($0.value)) })
    }

    private init(_ keyword: String, _ value: Value) {
        self.init([Keyword(name: keyword, value: value)])
    }

    // MARK: Kinds

    /// Any text.
    public static let string = Schema(["type": "string"])
    /// `true` or `false`.
    public static let boolean = Schema(["type": "boolean"])
    /// A whole number.
    public static let integer = Schema(["type": "integer"])
    /// An identifier.
    public static let uuid = Schema(["type": "string", "format": "uuid"])
    /// A time, as in `2026-11-21T09:37:21Z`.
    public static let dateTime = Schema(["type": "string", "format": "date-time"])
    /// An address.
    public static let uri = Schema(["type": "string", "format": "uri"])
    /// An address, or a part of one (RFC 3986, section 4.1).
    public static let uriReference = Schema(["type": "string", "format": "uri-reference"])
    /// A secret that is sent and never answered.
    public static let password = Schema(["type": "string", "format": "password", "writeOnly": true])
    /// Whatever it is, such as the bytes of a file.
    public static let anything = Schema([Keyword]())

    /// A whole number of a range.
    public static func integer(_ range: ClosedRange<Int>) -> Schema {
        integer.with("minimum", .integer(range.lowerBound)).with("maximum", .integer(range.upperBound))
    }

    /// A whole number that isn't smaller.
    public static func integer(_ range: PartialRangeFrom<Int>) -> Schema {
        integer.with("minimum", .integer(range.lowerBound))
    }

    /// A text of at most so many code points.
    public static func string(atMost length: Int) -> Schema {
        string.with("maxLength", .integer(length))
    }

    /// One text and no other.
    ///
    /// It is an enumeration of one: what makes clients of descriptions puts that together with a
    /// text that is described elsewhere, and takes it in a header field; `const` it leaves out.
    public static func constant(_ value: String) -> Schema {
        Schema(["type": "string", "enum": [.string(value)]])
    }

    /// One of these texts.
    public static func values(_ values: [String]) -> Schema {
        Schema(["enum": .array(values.map(JSONValue.string))])
    }

    /// One of the cases of an enumeration.
    public static func values<Cases: CaseIterable & RawRepresentable<String>>(of cases: Cases.Type) -> Schema {
        values(cases.allCases.map(\.rawValue))
    }

    /// An array.
    public static func array(of element: Schema) -> Schema {
        Schema(["type": "array"]).with("items", .schema(element))
    }

    /// An object with these members, and perhaps others.
    public static func object(_ members: Member...) -> Schema {
        Schema(["type": "object"]).with(members)
    }

    /// An object whose members are called as they like.
    public static func map(of value: Schema) -> Schema {
        Schema(["type": "object"]).with("additionalProperties", .schema(value))
    }

    /// What some of these say; of one alone, that one.
    package static func any(of schemas: [Schema]) -> Schema {
        schemas.count == 1 ? schemas[0] : Schema("anyOf", .schemas(schemas))
    }

    /// What all of these say.
    package static func all(of schemas: Schema...) -> Schema {
        Schema("allOf", .schemas(schemas))
    }

    /// Members that something has which is described elsewhere.
    package static func members(_ members: Member...) -> Schema {
        Schema([Keyword]()).with(members)
    }

    // MARK: What is said besides

    /// The same, as a component of the document: it is there once, whoever uses
    /// it.
    ///
    /// Two that differ can't have one name.
    public func named(_ name: String) -> Schema {
        var schema = self
        schema.name = name
        return schema
    }

    /// The same, with what it means, for people; in Markdown.
    public func described(_ text: String?) -> Schema {
        guard let text else { return self }
        var schema = name == nil ? self : Schema("$ref", .reference(self))
        let index = schema.keywords.prefix { ["$ref", "type", "format"].contains($0.name) }.count
        schema.keywords.insert(Keyword(name: "description", value: .json(.string(text))), at: index)
        return schema
    }

    /// The same, or `null`.
    public var orNull: Schema {
        var schema = self
        schema.keywords = keywords.map { keyword in
            guard keyword.name == "type", case .json(let type) = keyword.value else { return keyword }
            return Keyword(name: "type", value: .json([type, "null"]))
        }
        return schema
    }

    /// The same, with a further keyword.
    public func with(_ keyword: String, _ value: JSONValue) -> Schema {
        with(keyword, .json(value))
    }

    private func with(_ keyword: String, _ value: Value) -> Schema {
        var schema = self
        schema.keywords.append(Keyword(name: keyword, value: value))
        return schema
    }

    private func with(_ members: [Member]) -> Schema {
        let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
        let schema = required.isEmpty ? self : with("required", .array(required))
        return members.isEmpty ? schema : schema.with("properties", .properties(members))
    }
}
