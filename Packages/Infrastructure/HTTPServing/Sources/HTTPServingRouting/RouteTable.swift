package import HTTPServingAPI
package import HTTPTypes

/// The routes of a server as a tree of segments.
package struct RouteTable: Sendable {
    /// A route that was found, with the values of its parameters.
    package struct Match: Sendable {
        package let route: Route
        package let parameters: [String: String]
    }

    /// What is at a path.
    package enum Lookup: Sendable {
        case found(Match)
        /// Something is there, but not under this method.
        case otherMethods([HTTPMethod])
        case nothing
    }

    private struct Entry: Sendable {
        let route: Route
        let names: [String]
    }

    private struct Node: Sendable {
        var literals: [String: Node] = [:]
        // An array, since a struct can't hold itself; it has one element at most.
        var parameter: [Node] = []
        var rest: [HTTPMethod: Entry] = [:]
        var entries: [HTTPMethod: Entry] = [:]
    }

    private var root = Node()
    /// The routes without parameters by their paths; there are few methods for each.
    private var literals: [String: [Route]] = [:]

    /// Builds the tree.
    ///
    /// - Parameters:
    ///   - routes: The routes.
    ///   - basePath: What stands before their paths.
    /// - Throws: ``RouterError`` for a pattern that can't be read and for two
    ///   routes that match the same requests.
    package init(_ routes: [Route], under basePath: String = "") throws(RouterError) {
        for route in routes {
            guard let pattern = RoutePattern(route.pattern) else { throw .invalidPattern(route.pattern) }
            let entry = Entry(route: route, names: pattern.names)
            guard Self.insert(entry, at: pattern.segments[...], into: &root) else {
                throw .duplicate(method: route.method, pattern: route.pattern)
            }
            if pattern.names.isEmpty { literals[basePath + route.pattern, default: []].append(route) }
        }
    }

    /// The route without parameters that answers a path; no other one could be
    /// more specific.
    package func literal(_ method: HTTPMethod, _ path: String) -> Route? {
        literals[path]?.first { $0.method == method }
    }

    /// All methods of all routes, in alphabetical order.
    package var methods: [HTTPMethod] {
        func collect(_ node: Node) -> Set<HTTPMethod> {
            (Array(node.literals.values) + node.parameter).reduce(into: Set(node.entries.keys).union(node.rest.keys)) {
                $0.formUnion(collect($1))
            }
        }
        return Self.allowed(collect(root))
    }

    /// Looks for the most specific route: a literal segment goes before a
    /// parameter, a parameter before the rest.
    package func lookup(_ method: HTTPMethod, segments: [String]) -> Lookup {
        var others: Set<HTTPMethod> = []
        var values: [String] = []
        if let match = Self.search(root, segments[...], method, &values, &others) { return .found(match) }
        return others.isEmpty ? .nothing : .otherMethods(Self.allowed(others))
    }

    private static func insert(_ entry: Entry, at path: ArraySlice<RoutePattern.Segment>, into node: inout Node) -> Bool
    {
        guard let segment = path.first else { return add(entry, to: &node.entries) }
        switch segment {
        case .literal(let text): return insert(entry, at: path.dropFirst(), into: &node.literals[text, default: Node()])
        case .parameter:
            if node.parameter.isEmpty { node.parameter.append(Node()) }
            return insert(entry, at: path.dropFirst(), into: &node.parameter[0])
        case .rest: return add(entry, to: &node.rest)
        }
    }

    private static func add(_ entry: Entry, to entries: inout [HTTPMethod: Entry]) -> Bool {
        guard entries[entry.route.method] == nil else { return false }
        entries[entry.route.method] = entry
        return true
    }

    private static func search(
        _ node: Node, _ segments: ArraySlice<String>, _ method: HTTPMethod, _ values: inout [String],
        _ others: inout Set<HTTPMethod>
    ) -> Match? {
        guard let segment = segments.first else { return pick(node.entries, method, values, &others) }
        if let next = node.literals[segment],
            let match = search(next, segments.dropFirst(), method, &values, &others)
        {
            return match
        }
        if let next = node.parameter.first {
            values.append(segment)
            if let match = search(next, segments.dropFirst(), method, &values, &others) { return match }
            values.removeLast()
        }
        // A path that climbs must not reach a handler that maps it to files.
        guard !node.rest.isEmpty, !segments.contains("."), !segments.contains("..") else { return nil }
        return pick(node.rest, method, values + [segments.joined(separator: "/")], &others)
    }

    private static func pick(
        _ entries: [HTTPMethod: Entry], _ method: HTTPMethod, _ values: [String], _ others: inout Set<HTTPMethod>
    ) -> Match? {
        guard let entry = entries[method] ?? (method == .head ? entries[.get] : nil) else {
            others.formUnion(entries.keys)
            return nil
        }
        return Match(
            route: entry.route, parameters: Dictionary(zip(entry.names, values), uniquingKeysWith: { $1 }))
    }

    /// What `Allow` lists: HEAD comes with GET, and OPTIONS is always answered.
    private static func allowed(_ methods: Set<HTTPMethod>) -> [HTTPMethod] {
        let implied: Set<HTTPMethod> = methods.contains(.get) ? [.head, .options] : [.options]
        return methods.union(implied).sorted { $0.rawValue < $1.rawValue }
    }
}
