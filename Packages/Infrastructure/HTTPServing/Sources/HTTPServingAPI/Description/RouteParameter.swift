/// What a request may say in its path, its query or a header field, in the
/// description of the API.
public struct RouteParameter: Hashable, Sendable {
    /// Where it stands.
    package enum Place: String, Sendable {
        case path
        case query
        case header
    }

    package let place: Place
    package let name: String
    /// The name of a parameter that the document has once; nil for one that
    /// stands where it is used.
    package private(set) var component: String?
    package let text: String?
    package let schema: Schema
    package let example: JSONValue?

    private init(_ place: Place, _ name: String, _ text: String?, _ schema: Schema, _ example: JSONValue?) {
        self.place = place
        self.name = name
        self.text = text
        self.schema = schema
        self.example = example
    }

    /// A segment of the path.
    ///
    /// - Parameters:
    ///   - name: Its name in the pattern.
    ///   - text: What it says, for people; in Markdown.
    ///   - schema: What its value is.
    public static func path(_ name: String, _ text: String, _ schema: Schema = .uuid) -> RouteParameter {
        RouteParameter(.path, name, text, schema, nil)
    }

    /// A parameter of the query, which may be missing.
    public static func query(
        _ name: String, _ text: String? = nil, _ schema: Schema = .string, example: JSONValue? = nil
    ) -> RouteParameter {
        RouteParameter(.query, name, text, schema, example)
    }

    /// A header field, which may be missing.
    public static func header(
        _ name: String, _ text: String, _ schema: Schema = .string, example: JSONValue? = nil
    ) -> RouteParameter {
        RouteParameter(.header, name, text, schema, example)
    }

    /// `limit`: how many of something a page has at most.
    public static func limit(_ range: ClosedRange<Int>, default number: Int, _ text: String) -> RouteParameter {
        .query("limit", text, .integer(range).with("default", .integer(number)))
    }

    /// `after_id`: after what a page begins.
    public static func after(_ text: String) -> RouteParameter {
        .query("after_id", text, .uuid)
    }

    /// The same, as a component of the document.
    public func named(_ component: String) -> RouteParameter {
        var parameter = self
        parameter.component = component
        return parameter
    }

    /// The language of texts for people.
    ///
    /// Routes that answer such texts, as problems are, have it by themselves.
    package static var acceptLanguage: RouteParameter {
        header(
            "Accept-Language", "The language of texts for people; English if none of `en` and `es` is wanted.",
            example: "es"
        ).named("AcceptLanguage")
    }
}
