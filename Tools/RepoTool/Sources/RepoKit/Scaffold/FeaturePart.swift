/// What a feature may have at its beginning; what follows from that it gets
/// as well.
package enum FeaturePart: String, CaseIterable, Sendable {
    /// The use cases on the device, over HTTP.
    case client
    /// The routes of the server, and its operators' commands.
    case service
    /// The command, over the client's protocol.
    case presentation
    /// What browsers show, over the client's protocol.
    case screens

    /// All of them, as `--targets` takes them.
    package static var list: String { allCases.map(\.rawValue).joined(separator: ",") }

    /// Reads what `--targets` says.
    ///
    /// - Throws: ``ScaffoldError`` for a part that doesn't exist or can't be alone.
    package static func parse(_ text: String) throws(ScaffoldError) -> Set<Self> {
        var parts: Set<Self> = []
        for word in text.split(separator: ",") {
            guard let part = Self(rawValue: String(word)) else { throw .unknownPart(String(word)) }
            parts.insert(part)
        }
        if parts.isEmpty { throw .noParts }
        if !parts.isDisjoint(with: [.presentation, .screens]), !parts.contains(.client) { throw .shownAlone }
        return parts
    }

    /// The names by which the template tells targets and passages apart.
    package static func conditions(of parts: Set<Self>) -> Set<String> {
        var names = Set(parts.map(\.rawValue)).union(["contract"])
        if parts.contains(.client) { names.insert("api") }
        if !parts.isDisjoint(with: [.presentation, .screens]) { names.formUnion(["shown", "testing", "tested"]) }
        if parts.contains(.presentation) { names.insert("console") }
        if parts.contains(.service) { names.formUnion(["operations", "console", "tested"]) }
        if parts.isSuperset(of: [.client, .service]) { names.insert("slice") }
        if parts.isSuperset(of: [.screens, .service]) { names.insert("web") }
        return names
    }
}
