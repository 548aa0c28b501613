struct PathsBelongToFeatures: Rule {
    let name = "paths"
    let statement = "No source in `Apps` names a path of a feature's routes."

    func findings(in codebase: Codebase) -> [Finding] {
        let owners = Self.owners(in: codebase)
        return codebase.modules.filter { $0.layer == .apps && !$0.role.isForTests }.flatMap(\.sources).flatMap {
            source in
            Self.paths(in: source).compactMap { path, line in
                guard let owner = Self.beginning(of: path).flatMap({ owners[$0] }) else { return nil }
                return Finding(
                    name, file: source.path, line: line, message: "“\(path)” is a path of \(owner).",
                    remedy: "\(owner) contributes what is to be done there, or a protocol of its offers it.")
            }
        }
    }

    /// Who has the paths that begin with a name.
    private static func owners(in codebase: Codebase) -> [String: String] {
        var owners: [String: String] = [:]
        for module in codebase.modules where module.layer == .features && module.role == .contract {
            for (path, _) in module.sources.flatMap(paths) {
                if let name = beginning(of: path) { owners[name] = owners[name] ?? module.package.name }
            }
        }
        return owners
    }

    /// The literals that look like the path of a route.
    private static func paths(in source: SourceFile) -> [(path: String, line: Int)] {
        guard source.lines.contains(where: { $0.contains("\"/") }) else { return [] }
        return SwiftToken.tokens(of: source.lines.joined(separator: "\n")).compactMap { token in
            guard case .text(let text) = token.kind, text.hasPrefix("/"), beginning(of: text) != nil else { return nil }
            return (text, token.line)
        }
    }

    /// `auth` of `/auth/login`; nil for what is no path.
    private static func beginning(of path: String) -> String? {
        let name = path.dropFirst().prefix { $0.isLowercase || $0.isNumber || $0 == "-" }
        let next = path.dropFirst(name.count + 1).first
        return name.isEmpty || !(next == nil || next == "/" || next == "?") ? nil : String(name)
    }
}
