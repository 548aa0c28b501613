/// What a route is for, to people and programs that ask it.
///
/// It says what is special about the route. What follows from what the route is
/// (it has a body, needs a session, is limited, changes something, has an `ETag`)
/// is added by those who make it so; see ``HTTPConvention``.
///
/// ```swift
/// extension RouteDescription {
///     static var postComment: RouteDescription {
///         RouteDescription(
///             "postComment", .comments, "Comment on a picture",
///             parameters: [.imageID],
///             body: .json(.commentDraft, example: ["message": "Is that a bridge or a cloud?"]),
///             answers: [
///                 .json(.created, "The comment, without white space around its text.", .comment),
///                 .imageNotFound,
///                 .invalidData(.invalidMessage, "The text can't be a comment (`invalid_message`)."),
///             ])
///     }
/// }
/// ```
public struct RouteDescription: Sendable {
    /// A name that no other route has, for programs that make programs.
    package let id: String
    /// What it belongs to.
    package let tag: RouteTag
    package let summary: String
    package let text: String?
    /// What a request may say.
    package private(set) var parameters: [RouteParameter]
    /// What it sends; nil if nothing.
    public let body: RouteBody?
    /// What is answered, one for each status.
    public var answers: [RouteAnswer]
    /// What the texts mention and no schema refers to.
    package let mentions: [Schema]
    /// The credentials that it takes; nil for none.
    public var credentials: RouteCredentials?

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - id: A name that no other route has, such as `postComment`.
    ///   - tag: What it belongs to.
    ///   - summary: What it is for, in a few words.
    ///   - text: What else there is to know; in Markdown.
    ///   - parameters: What a request may say.
    ///   - body: What it sends; nil if nothing.
    ///   - mentions: Schemas that the texts mention by their names.
    ///   - answers: What is answered. Two of one status are one or the other.
    public init(
        _ id: String, _ tag: RouteTag, _ summary: String, _ text: String? = nil, parameters: [RouteParameter] = [],
        body: RouteBody? = nil, mentions: [Schema] = [], answers: [RouteAnswer]
    ) {
        self.id = id
        self.tag = tag
        self.summary = summary
        self.text = text
        self.parameters = parameters
        self.body = body
        self.mentions = mentions
        self.answers = []
        for answer in answers { add(answer) }
    }

    /// Adds an answer; with the status of another one, a client gets the one or
    /// the other.
    public mutating func add(_ answer: RouteAnswer) {
        if let index = answers.firstIndex(where: { $0.status == answer.status }) {
            answers[index].merge(answer)
        } else {
            answers.append(answer)
        }
    }

    /// Adds a parameter, unless it is there.
    public mutating func add(_ parameter: RouteParameter) {
        guard !parameters.contains(where: { $0.place == parameter.place && $0.name == parameter.name }) else { return }
        parameters.append(parameter)
    }
}

/// What routes belong to, in the description of the API.
public struct RouteTag: Hashable, Sendable {
    package let name: String
    package let text: String?

    /// Creates a tag.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - text: What it is about, in a few words; nil for a tag that somebody
    ///     else describes.
    public init(_ name: String, _ text: String? = nil) {
        self.name = name
        self.text = text
    }

    /// For those who run the server.
    public static let operations = RouteTag("Operations", "For those who run the server.")
}

/// The credentials that a route takes, in the description of the API.
public struct RouteCredentials: Hashable, Sendable {
    package let scheme: String
    /// The scheme, by OpenAPI's object.
    package let definition: JSONValue
    package let isRequired: Bool

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - scheme: What the document calls them, such as `bearer`.
    ///   - definition: How they are shown, as a security scheme of OpenAPI.
    ///   - isRequired: Whether nobody is answered without.
    public init(_ scheme: String, _ definition: JSONValue, isRequired: Bool) {
        self.scheme = scheme
        self.definition = definition
        self.isRequired = isRequired
    }
}
