import HTTPServingAPI
import HTTPTypes

/// Finds what is wrong with descriptions and no type can refuse.
struct DescriptionReview {
    private(set) var defects: [String] = []
    private var routes: [String: String] = [:]

    mutating func isMissing(_ route: Route) {
        defects.append("\(route.name) has no description; give it one beside the route")
    }

    mutating func check(_ description: RouteDescription, of route: Route) {
        if let other = routes.updateValue(route.name, forKey: description.id) {
            defects.append("the operation id “\(description.id)” is that of \(other) and of \(route.name)")
        }
        let names = RoutePattern(route.pattern)?.names ?? []
        let described = description.parameters.filter { $0.place == .path }.map(\.name)
        if Set(names) != Set(described) || names.count != described.count {
            defects.append("\(route.name) has the parameters \(names), and those of its description are \(described)")
        }
        if !description.answers.contains(where: { $0.status.isSuccess }) {
            defects.append("\(route.name) has no answer that says that all went well")
        }
        let texts = [description.text ?? ""] + description.answers.map(\.text)
        check(description.mentions, in: texts.joined(separator: "\n"), of: route.name)
    }

    /// A component that nothing refers to is there for a text.
    mutating func check(_ mentions: [Schema], in text: String, of owner: String) {
        for name in mentions.compactMap(\.name) where !text.contains("`\(name)`") {
            defects.append("no text of \(owner) mentions `\(name)`")
        }
    }

    /// A tag is described by one, whoever uses it.
    mutating func check(_ tags: Set<RouteTag>) {
        for (name, tags) in Dictionary(grouping: tags, by: \.name) {
            let texts = tags.compactMap(\.text)
            guard texts.count != 1 else { continue }
            defects.append("the tag “\(name)” has \(texts.isEmpty ? "no description" : "two meanings")")
        }
    }
}

extension Route {
    /// What people call it.
    fileprivate var name: String { "\(method.rawValue) \(pattern)" }
}
