public import HTTPTypes
import Localization

/// What a route answers with one status, in the description of the API.
public struct RouteAnswer: Hashable, Sendable {
    /// The status.
    public let status: HTTPStatus
    /// The name of an answer that several routes have, which the document has
    /// once; nil for one that a route has of its own.
    public private(set) var name: String?
    /// The header fields.
    public var fields: [RouteField]
    package private(set) var text: String
    package private(set) var contents: [RouteContent]

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - text: When it is answered, and what it means; in Markdown.
    ///   - type: How the body is declared; nil for none.
    ///   - schema: What the body is.
    ///   - example: A body.
    ///   - fields: Header fields, besides those that follow from what the route
    ///     is.
    public init(
        _ status: HTTPStatus, _ text: String, _ type: MediaType? = nil, _ schema: Schema = .string,
        example: JSONValue? = nil, fields: [RouteField] = []
    ) {
        self.init(
            status, text, fields: fields, contents: type.map { [RouteContent($0, [schema], example: example)] } ?? [])
    }

    private init(_ status: HTTPStatus, _ text: String, fields: [RouteField], contents: [RouteContent]) {
        self.status = status
        self.text = text
        self.fields = fields
        self.contents = contents
    }

    /// The same, as a component of the document.
    public func named(_ name: String) -> RouteAnswer {
        var answer = self
        answer.name = name
        return answer
    }

    /// The same, with a body of a further media type.
    public func or(_ type: MediaType, _ schema: Schema = .string) -> RouteAnswer {
        var answer = self
        answer.contents.append(RouteContent(type, [schema], example: nil))
        return answer
    }

    /// A part of what is answered, to who asks for one (RFC 9110, section 14).
    package func part(_ text: String, fields more: [RouteField]) -> RouteAnswer {
        let parts = contents.map { RouteContent($0.type, [.anything.described("The part.")], example: nil) }
        return RouteAnswer(.partialContent, text, fields: fields + more, contents: parts)
    }

    /// Adds another answer with the same status: a client gets the one or the
    /// other.
    mutating func merge(_ other: RouteAnswer) {
        guard other != self else { return }
        if let mine = name, let its = other.name { name = "\(mine)Or\(its)" } else { name = nil }
        text += "\nOr \(other.text.beginningSmall)"
        fields += other.fields.filter { field in !fields.contains { $0.name == field.name } }
        for content in other.contents {
            if let index = contents.firstIndex(where: { $0.type == content.type }) {
                contents[index].merge(content, isShared: other.name != nil)
            } else {
                contents.append(content)
            }
        }
    }
}

extension RouteAnswer {
    // MARK: What went well

    /// 200 with JSON.
    public static func ok(
        _ text: String, _ schema: Schema, example: JSONValue? = nil, fields: [RouteField] = []
    ) -> RouteAnswer {
        .json(.ok, text, schema, example: example, fields: fields)
    }

    /// JSON.
    public static func json(
        _ status: HTTPStatus, _ text: String, _ schema: Schema, example: JSONValue? = nil, fields: [RouteField] = []
    ) -> RouteAnswer {
        RouteAnswer(status, text, .json, schema, example: example, fields: fields)
    }

    /// 204.
    public static func noContent(_ text: String) -> RouteAnswer {
        RouteAnswer(.noContent, text)
    }

    // MARK: What didn't

    /// A problem, as the route throws it.
    ///
    /// - Parameters:
    ///   - problem: One of those that are meant: the status and the example.
    ///   - text: When it is answered; in Markdown.
    ///   - codes: The codes that it may have; nil for that of the problem alone.
    ///   - members: Members that it has besides.
    ///   - fields: Header fields, besides `Retry-After`.
    public static func problem(
        _ problem: HTTPProblem, _ text: String, codes: ProblemCodes? = nil, with members: Schema? = nil,
        fields: [RouteField] = []
    ) -> RouteAnswer {
        let plain = codes?.problem ?? .problem(code: .constant(problem.code))
        return RouteAnswer(problem, text, members.map { .all(of: plain, $0) } ?? plain, fields: fields)
    }

    /// 422 `invalid_data`: members of the request that can't be accepted.
    ///
    /// - Parameters:
    ///   - example: Some that can't.
    ///   - text: What can't be accepted; in Markdown.
    ///   - codes: What codes they have; nil for any.
    public static func invalidData(_ example: HTTPProblem, _ text: String, codes: Schema? = nil) -> RouteAnswer {
        RouteAnswer(example, text, codes.map { .invalidData(codes: $0) } ?? .invalidDataProblem)
    }

    /// 503, with nothing confirmed.
    public static var unavailable: RouteAnswer {
        .problem(.unavailable(retryAfter: .seconds(5)), "Not now; nothing was confirmed.", codes: .common)
            .named("Unavailable")
    }

    /// 507, with nothing kept.
    public static var storageFull: RouteAnswer {
        .problem(.storageFull(), "There is no room left (`storage_full`). Nothing was kept.", codes: .common)
            .named("StorageFull")
    }

    private init(_ problem: HTTPProblem, _ text: String, _ schema: Schema, fields: [RouteField] = []) {
        let retryAfter = problem.fields[.retryAfter] == nil ? [] : [RouteField.retryAfter]
        self.init(
            problem.status, text, fields: [.contentLanguage] + retryAfter + fields,
            contents: [RouteContent(.problem, [schema], examples: [.init(problem.code, problem.example)])])
    }
}

extension Schema {
    fileprivate static var invalidDataProblem: Schema {
        Schema.all(
            of: .problem,
            .members(
                .required("errors", .array(of: .fieldProblem).with("minItems", 1)),
                .optional("code", .constant("invalid_data")))
        ).named("InvalidDataProblem")
    }
}

extension HTTPProblem {
    /// What the client gets, in English.
    fileprivate var example: JSONValue {
        var values: [String: JSONValue] = members.mapValues { .string($0) }
        values["type"] = "/problems/\(code)"
        values["title"] = .string(title.english)
        values["status"] = .integer(status.rawValue)
        values["code"] = .string(code)
        values["detail"] = detail.map { .string($0.english) }
        values["request_id"] = "yYrJxZ0t7GHOOfh5FhKv5w"
        if !errors.isEmpty {
            values["errors"] = .array(
                errors.map { error in
                    let members: [(String, String?)] = [
                        ("code", error.code), ("key", error.key), ("pointer", error.pointer),
                        ("reason", error.reason.english),
                    ]
                    return .object(members.compactMap { name, text in text.map { .init(name, .string($0)) } })
                })
        }
        return .object(values.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) })
    }
}

extension String {
    /// The text, to go on with in a sentence that has begun.
    fileprivate var beginningSmall: String {
        let word = prefix { $0.isLetter }
        return word.dropFirst().allSatisfy(\.isLowercase) ? word.lowercased() + dropFirst(word.count) : self
    }
}
