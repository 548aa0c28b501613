public import HTTPServingAPI
import HTTPTypes

/// The description of the API by OpenAPI 3.1, made of the routes of a server and
/// of the conventions that they follow.
///
/// Everything is in the order of its name, so that the document says the same
/// however the server is composed.
public struct OpenAPIDocument: Sendable {
    /// What the document says of the server as a whole.
    public struct Info: Hashable, Sendable {
        let title: String
        let version: String
        let summary: String
        let text: String

        /// - Parameters:
        ///   - title: The name of the server.
        ///   - version: Its version.
        ///   - summary: What it is for, in a few words.
        ///   - text: What else there is to know; in Markdown.
        public init(title: String, version: String, summary: String, text: String) {
            self.title = title
            self.version = version
            self.summary = summary
            self.text = text
        }
    }

    /// What is wrong with the descriptions, for those who wrote them; empty if
    /// nothing is.
    ///
    /// A route that nobody described is left out of the document.
    public let defects: [String]
    private let members: [JSONValue.Member]

    /// Makes the document.
    ///
    /// - Parameters:
    ///   - info: What it says of the server as a whole.
    ///   - routes: All routes.
    ///   - conventions: What holds for many of them, in the order in which
    ///     plugins were installed.
    public init(_ info: Info, routes: [Route], conventions: [any HTTPConvention]) {
        let router = RouterConvention()
        var components = OpenAPIComponents(), review = DescriptionReview()
        var paths: [String: [(method: HTTPMethod, operation: JSONValue)]] = [:], tags: Set<RouteTag> = []
        for route in routes {
            guard var description = route.description else {
                review.isMissing(route)
                continue
            }
            router.begin(&description, of: route)
            for convention in conventions { convention.complete(&description, of: route) }
            router.end(&description)
            review.check(description, of: route)
            paths[route.path, default: []].append((route.method, components.operation(description, of: route)))
            tags.insert(description.tag)
        }
        let sections = (router.sections + conventions.compactMap { $0.section(for: routes) })
            .sorted { $0.title < $1.title }
        for section in sections {
            components.mention(section.mentions)
            review.check(section.mentions, in: section.text, of: "the section “\(section.title)”")
        }
        review.check(tags)
        defects = review.defects + components.conflicts
        members = [
            .init("openapi", "3.1.0"), .init("info", Self.json(info, sections)),
            .init("tags", .array(tags.sorted { $0.name < $1.name }.compactMap(Self.json))),
            .init("paths", .object(paths.sorted { $0.key < $1.key }.map { .init($0.key, Self.json($0.value)) })),
            .init("components", components.json),
        ]
    }

    /// The document in YAML, as people read it.
    ///
    /// - Parameter server: The address under which people reach the server.
    public func yaml(server: String) -> String {
        json(server: server).yaml
    }

    /// The document in JSON, as programs read it.
    ///
    /// - Parameter server: The address under which people reach the server.
    public func json(server: String) -> JSONValue {
        // The paths begin with a slash.
        let url = server.hasSuffix("/") ? String(server.dropLast()) : server
        var members = members
        let here: JSONValue = [
            "url": .string(url), "description": "Where people reach it: `server.public_url`, else where it listens.",
        ]
        members.insert(.init("servers", [here]), at: 2)
        return .object(members)
    }

    private static func json(_ info: Info, _ sections: [ConventionSection]) -> JSONValue {
        let text = [info.text] + sections.map { "## \($0.title)\n\n\($0.text)" }
        return [
            "title": .string(info.title), "version": .string(info.version), "summary": .string(info.summary),
            "description": .string(text.joined(separator: "\n\n")),
        ]
    }

    private static func json(_ tag: RouteTag) -> JSONValue? {
        tag.text.map { ["name": .string(tag.name), "description": .string($0)] }
    }

    private static func json(_ operations: [(method: HTTPMethod, operation: JSONValue)]) -> JSONValue {
        let order: [HTTPMethod] = [.get, .put, .post, .patch, .delete]
        func place(_ method: HTTPMethod) -> Int { order.firstIndex(of: method) ?? order.count }
        return .object(
            operations.sorted { place($0.method) < place($1.method) }
                .map { .init($0.method.rawValue.lowercased(), $0.operation) })
    }
}

extension Route {
    /// The pattern as OpenAPI writes it.
    fileprivate var path: String { pattern.replacing("...}", with: "}") }
}
