public import HTTPTypes

/// A header field of an answer, in the description of the API.
public struct RouteField: Hashable, Sendable {
    /// The name of the field.
    public let name: HTTPFieldName
    /// The name of a field that the document has once; nil for one that stands
    /// where it is used.
    package private(set) var component: String?
    package let text: String
    package let schema: Schema
    package let example: JSONValue?

    /// Creates a field.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - text: What it says, for people; in Markdown.
    ///   - schema: What its value is.
    ///   - example: A value.
    public init(_ name: HTTPFieldName, _ text: String, _ schema: Schema = .string, example: JSONValue? = nil) {
        self.name = name
        self.text = text
        self.schema = schema
        self.example = example
    }

    /// The same, as a component of the document.
    public func named(_ component: String) -> RouteField {
        var field = self
        field.component = component
        return field
    }

    /// Under which identifier the server logged the request.
    package static var requestID: RouteField {
        RouteField(
            "X-Request-ID", "Under this identifier the server logged the request.", example: "tK_WKFzn1Klvg9iFLis5Gg"
        ).named("RequestID")
    }

    /// In which language the texts for people are.
    public static var contentLanguage: RouteField {
        RouteField(.contentLanguage, "The language of the texts.", .values(["en", "es"])).named("ContentLanguage")
    }

    /// When to try again.
    public static var retryAfter: RouteField {
        RouteField(.retryAfter, "After how many seconds to try again, at least 1.", .integer(1...)).named("RetryAfter")
    }

    /// What names the content: the router answers `If-None-Match` and `If-Match`
    /// where a route has it.
    public static var eTag: RouteField {
        RouteField(
            .eTag, "Names the content; strong.",
            example: "\"0f3c6e5b7a92d1c84e6f0b1a2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f\""
        ).named("ETag")
    }

    /// That parts of the content can be asked for: the router answers `Range`
    /// where a route has it.
    public static var acceptRanges: RouteField {
        RouteField(.acceptRanges, "Parts can be asked for.", .constant("bytes")).named("AcceptRanges")
    }

    // MARK: Who may keep the answer

    /// No cache may keep it; what an answer is unless it says otherwise.
    package static var noStore: RouteField {
        RouteField(.cacheControl, "No cache may keep it.", .constant("no-store")).named("NoStore")
    }

    /// Anybody may keep it for five minutes.
    public static var fiveMinutes: RouteField {
        RouteField(.cacheControl, "Anybody may keep it for five minutes.", .constant("public, max-age=300"))
            .named("FiveMinutes")
    }

    /// A cache has to ask again, and only the person's own may keep it.
    public static var personal: RouteField {
        RouteField(
            .cacheControl, "A cache has to ask again, and only the person's own may keep it.",
            .constant("private, no-cache")
        ).named("Personal")
    }

    /// What is answered depends on who asks.
    public static var variesByCredentials: RouteField {
        RouteField(.vary, "What is answered depends on who asks.", .constant("Authorization"))
            .named("VariesByCredentials")
    }
}
