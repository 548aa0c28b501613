public import HTTPTypes

/// What a request sends, in the description of the API.
public struct RouteBody: Hashable, Sendable {
    /// How it is declared.
    public var mediaType: MediaType { content.type }
    package let content: RouteContent
    package let isRequired: Bool
    /// What is answered to a body that can't be read.
    package let refusals: [RouteAnswer]

    /// Creates a body.
    ///
    /// - Parameters:
    ///   - type: How it is declared.
    ///   - schema: What it is.
    ///   - example: One that is accepted.
    ///   - isRequired: Whether there has to be one.
    ///   - refusals: What is answered to a body that can't be read.
    public init(
        _ type: MediaType, _ schema: Schema, example: JSONValue? = nil, isRequired: Bool = true,
        refusals: [RouteAnswer]
    ) {
        content = RouteContent(type, [schema], example: example)
        self.isRequired = isRequired
        self.refusals = refusals
    }

    /// JSON, as ``ServerRequest/decodeJSON(_:)`` reads it.
    public static func json(_ schema: Schema, example: JSONValue? = nil) -> RouteBody {
        RouteBody(
            .json, schema, example: example,
            refusals: [.malformedBody, .bodyTooLarge, .unsupportedMediaType(.json), .invalidBody])
    }

    /// JSON that may be missing; what can't be read counts as missing.
    public static func jsonIfAny(_ schema: Schema, example: JSONValue? = nil) -> RouteBody {
        RouteBody(.json, schema, example: example, isRequired: false, refusals: [.unsupportedMediaType(.json)])
    }
}

/// What a body or an answer is, for one media type.
package struct RouteContent: Hashable, Sendable {
    package let type: MediaType
    /// It is what one of them says.
    package var schemas: [Schema]
    /// By their names; one alone needs none.
    package var examples: [JSONValue.Member]

    package init(_ type: MediaType, _ schemas: [Schema], example: JSONValue?) {
        self.init(type, schemas, examples: example.map { [JSONValue.Member("", $0)] } ?? [])
    }

    package init(_ type: MediaType, _ schemas: [Schema], examples: [JSONValue.Member]) {
        self.type = type
        self.schemas = schemas
        self.examples = examples
    }

    /// Adds what else it may be.
    ///
    /// - Parameter isShared: Whether other routes have it, too; then its examples
    ///   show nothing that there is no other example for.
    package mutating func merge(_ other: RouteContent, isShared: Bool) {
        schemas += other.schemas.filter { !schemas.contains($0) }
        guard examples.isEmpty || !isShared else { return }
        examples += other.examples.filter { example in !examples.contains { $0.name == example.name } }
    }
}
