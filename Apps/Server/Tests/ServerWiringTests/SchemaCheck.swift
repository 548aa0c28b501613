import HTTPServingAPI

/// Judges the examples of an OpenAPI document by the schemas beside them.
///
/// It knows the keywords that the document has; another one is a problem, and so
/// is a member of an example that no schema knows.
struct SchemaCheck {
    let document: JSONValue
    /// What doesn't fit, and where.
    private(set) var problems: [String] = []
    /// How many examples there are.
    private(set) var count = 0

    init(document: JSONValue) {
        self.document = document
    }

    mutating func examples(in value: JSONValue, at place: String) {
        switch value {
        case .array(let elements):
            for (index, element) in elements.enumerated() { examples(in: element, at: "\(place)/\(index)") }
        case .object(let members):
            if let schema = value["schema"] {
                if let example = value["example"] { check(example, schema, at: place) }
                if case .object(let examples) = value["examples"] {
                    for example in examples {
                        check(example.value["value"] ?? nil, schema, at: place + "/" + example.name)
                    }
                }
            }
            for member in members { examples(in: member.value, at: place + "/" + member.name) }
        default: break
        }
    }

    /// Judges an answer by what its operation says of the status.
    mutating func answer(_ answer: Answered) {
        let place = "\(answer.about): \(answer.status)"
        guard let responses = answer.operation?.description["responses"], let described = responses["\(answer.status)"]
        else { return problems.append("\(place) isn't described") }
        guard let body = answer.body, let type = answer.type, type.hasSuffix("json") else { return }
        guard let schema = resolved(described)["content"]?[type]?["schema"] else {
            return problems.append("\(place) has no \(type)")
        }
        check(body, schema, at: place)
    }

    private mutating func check(_ example: JSONValue, _ schema: JSONValue, at place: String) {
        count += 1
        let found = violations(of: schema, in: example) + unknown(in: example, schema)
        problems += found.map { "\(place): \($0)" }
    }

    /// Which members no schema knows.
    private func unknown(in value: JSONValue, _ schema: JSONValue) -> [String] {
        if case .array(let elements) = value, let items = resolved(schema)["items"] {
            return elements.flatMap { unknown(in: $0, items) }
        }
        guard case .object(let members) = value else { return [] }
        let known = properties(of: schema)
        guard !known.isEmpty else { return [] }
        return members.flatMap { member in
            known[member.name].map { unknown(in: member.value, $0) } ?? ["“\(member.name)” is in no schema"]
        }
    }

    private func properties(of schema: JSONValue) -> [String: JSONValue] {
        var all: [String: JSONValue] = [:]
        let schema = resolved(schema)
        if case .object(let members) = schema["properties"] {
            for member in members { all[member.name] = member.value }
        }
        for keyword in ["allOf", "anyOf"] {
            guard case .array(let parts) = schema[keyword] else { continue }
            for part in parts { all.merge(properties(of: part)) { mine, _ in mine } }
        }
        return all
    }

    private func resolved(_ schema: JSONValue) -> JSONValue {
        guard case .string(let pointer) = schema["$ref"] else { return schema }
        return pointer.split(separator: "/").dropFirst().reduce(document) { $0[String($1)] ?? nil }
    }

    // MARK: Keywords

    private func violations(of schema: JSONValue, in value: JSONValue) -> [String] {
        guard case .object(let keywords) = schema else { return ["no schema"] }
        return keywords.flatMap { violations(of: $0.name, $0.value, in: value) }
    }

    private func violations(of keyword: String, _ rule: JSONValue, in value: JSONValue) -> [String] {
        func expect(_ holds: Bool) -> [String] { holds ? [] : ["\(value) isn't what \(keyword) \(rule) says"] }
        switch (keyword, rule, value) {
        case ("$ref", _, _): return violations(of: resolved(["$ref": rule]), in: value)
        case ("type", .array(let types), _): return expect(types.contains { isOf($0, value) })
        case ("type", _, _): return expect(isOf(rule, value))
        case ("const", _, _): return expect(rule == value)
        case ("enum", .array(let values), _): return expect(values.contains(value))
        case ("allOf", .array(let parts), _): return parts.flatMap { violations(of: $0, in: value) }
        case ("anyOf", .array(let parts), _): return expect(parts.contains { violations(of: $0, in: value).isEmpty })
        case ("required", .array(let names), _):
            return names.filter { name in
                if case .string(let name) = name { value[name] == nil } else { true }
            }.map { "\($0) is missing" }
        case ("properties", .object(let members), _):
            return members.flatMap { member in value[member.name].map { violations(of: member.value, in: $0) } ?? [] }
        case ("additionalProperties", _, .object(let members)):
            return members.flatMap { violations(of: rule, in: $0.value) }
        case ("items", _, .array(let elements)): return elements.flatMap { violations(of: rule, in: $0) }
        case ("minItems", .integer(let count), .array(let elements)): return expect(elements.count >= count)
        case ("maxItems", .integer(let count), .array(let elements)): return expect(elements.count <= count)
        case ("minimum", .integer(let least), .integer(let number)): return expect(number >= least)
        case ("maximum", .integer(let most), .integer(let number)): return expect(number <= most)
        case ("minLength", .integer(let least), .string(let text)): return expect(text.count >= least)
        case ("maxLength", .integer(let most), .string(let text)): return expect(text.count <= most)
        case ("pattern", .string(let pattern), .string(let text)):
            return expect((try? Regex(pattern)).map { text.contains($0) } == true)
        case ("format", "uuid", .string(let text)):
            return expect(text.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil)
        case ("format", "date-time", .string(let text)):
            return expect(text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
        case ("format", "email", .string(let text)): return expect(text.contains("@"))
        case ("format", "uri", .string), ("format", "uri-reference", .string), ("format", "password", .string):
            return []
        case ("description", _, _), ("writeOnly", _, _), ("default", _, _): return []
        default: return ["the keyword \(keyword) \(rule) for \(value) is unknown"]
        }
    }

    private func isOf(_ type: JSONValue, _ value: JSONValue) -> Bool {
        switch (type, value) {
        case ("string", .string), ("integer", .integer), ("boolean", .boolean), ("array", .array), ("object", .object),
            ("null", .null):
            true
        default: false
        }
    }
}
