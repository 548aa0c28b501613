import HTTPServingAPI
import HTTPTypes

/// Writes descriptions by the objects of OpenAPI 3.1, and collects what they have
/// in common.
struct OpenAPIComponents {
    private enum Kind: String, CaseIterable {
        case securitySchemes, parameters, headers, responses, schemas
    }

    /// The names that have two meanings.
    private(set) var conflicts: [String] = []
    private var parts: [Kind: [String: JSONValue]] = [:]

    /// All components, in the order of their names.
    var json: JSONValue {
        .object(
            Kind.allCases.compactMap { kind in
                parts[kind].map { named in
                    .init(kind.rawValue, .object(named.sorted { $0.key < $1.key }.map { .init($0.key, $0.value) }))
                }
            })
    }

    /// Adds schemas that a text mentions.
    mutating func mention(_ schemas: [Schema]) {
        for schema in schemas { _ = json(schema) }
    }

    mutating func operation(_ description: RouteDescription, of route: Route) -> JSONValue {
        mention(description.mentions)
        var members: [JSONValue.Member] = [
            .init("operationId", .string(description.id)), .init("tags", [.string(description.tag.name)]),
            .init("summary", .string(description.summary)),
        ]
        if let text = description.text { members.append(.init("description", .string(text))) }
        if let credentials = description.credentials { members.append(.init("security", json(credentials))) }
        if !description.parameters.isEmpty {
            members.append(.init("parameters", .array(description.parameters.map { json($0) })))
        }
        if let body = description.body { members.append(.init("requestBody", json(body, limit: route))) }
        let answers = description.answers.sorted { $0.status.rawValue < $1.status.rawValue }
        members.append(
            .init("responses", .object(answers.map { .init("\($0.status)", json($0)) })))
        return .object(members)
    }

    // MARK: Components

    /// Refers to a component, which is there from now on.
    private mutating func reference(
        _ kind: Kind, _ name: String?, _ render: (inout OpenAPIComponents) -> JSONValue
    ) -> JSONValue {
        let value = render(&self)
        guard let name else { return value }
        let known = parts[kind]?[name]
        parts[kind, default: [:]][name] = known ?? value
        let conflict = "“\(name)” of components/\(kind.rawValue) has two meanings; give one of them another name"
        if known ?? value != value, !conflicts.contains(conflict) { conflicts.append(conflict) }
        return ["$ref": .string(Self.pointer(kind, name))]
    }

    private static func pointer(_ kind: Kind, _ name: String) -> String { "#/components/\(kind.rawValue)/\(name)" }

    private mutating func json(_ credentials: RouteCredentials) -> JSONValue {
        _ = reference(.securitySchemes, credentials.scheme) { _ in credentials.definition }
        let these: JSONValue = .object([.init(credentials.scheme, [])])
        return credentials.isRequired ? [these] : [.object([]), these]
    }

    private mutating func json(_ parameter: RouteParameter) -> JSONValue {
        reference(.parameters, parameter.component) { components in
            var members: [JSONValue.Member] = [
                .init("name", .string(parameter.name)), .init("in", .string(parameter.place.rawValue)),
            ]
            if parameter.place == .path { members.append(.init("required", true)) }
            if let text = parameter.text { members.append(.init("description", .string(text))) }
            members.append(.init("schema", components.json(parameter.schema)))
            if let example = parameter.example { members.append(.init("example", example)) }
            return .object(members)
        }
    }

    private mutating func json(_ body: RouteBody, limit route: Route) -> JSONValue {
        var members: [JSONValue.Member] = []
        // How large uploads may be is a matter of configuration.
        if route.repetition != .upload {
            members.append(.init("description", .string("At most \(Self.size(route.bodyLimit)).")))
        }
        members.append(.init("required", .boolean(body.isRequired)))
        members.append(.init("content", json([body.content])))
        return .object(members)
    }

    private static func size(_ bytes: Int) -> String {
        bytes % 1024 == 0 ? "\(bytes / 1024) KiB" : "\(bytes) bytes"
    }

    private mutating func json(_ answer: RouteAnswer) -> JSONValue {
        reference(.responses, answer.name) { components in
            var members: [JSONValue.Member] = [.init("description", .string(answer.text))]
            let fields = answer.fields.map { JSONValue.Member($0.name.description, components.json($0)) }
            members.append(.init("headers", .object(fields)))
            if !answer.contents.isEmpty { members.append(.init("content", components.json(answer.contents))) }
            return .object(members)
        }
    }

    private mutating func json(_ field: RouteField) -> JSONValue {
        reference(.headers, field.component) { components in
            var members: [JSONValue.Member] = [
                .init("description", .string(field.text)), .init("schema", components.json(field.schema)),
            ]
            if let example = field.example { members.append(.init("example", example)) }
            return .object(members)
        }
    }

    private mutating func json(_ contents: [RouteContent]) -> JSONValue {
        .object(
            contents.map { content in
                var members: [JSONValue.Member] = [.init("schema", json(.any(of: content.schemas)))]
                switch content.examples.count {
                case 0: break
                case 1: members.append(.init("example", content.examples[0].value))
                default:
                    let examples = content.examples.map { JSONValue.Member($0.name, ["value": $0.value]) }
                    members.append(.init("examples", .object(examples)))
                }
                return .init(content.type.description, .object(members))
            })
    }

    private mutating func json(_ schema: Schema) -> JSONValue {
        reference(.schemas, schema.name) { components in
            .object(schema.keywords.map { .init($0.name, components.json($0.value)) })
        }
    }

    private mutating func json(_ value: Schema.Value) -> JSONValue {
        switch value {
        case .json(let value): return value
        case .schema(let schema): return json(schema)
        case .schemas(let schemas): return .array(schemas.map { json($0) })
        case .properties(let members): return .object(members.map { .init($0.name, json($0.schema)) })
        case .reference(let schema):
            _ = json(schema)
            return .string(schema.name.map { Self.pointer(.schemas, $0) } ?? "")
        }
    }
}
