struct InterfacesNameNoCommand: Rule {
    let name = "commands"
    let statement =
        "No text of a feature's `*API`, `*ServiceAPI` or `*Client` names a command of a program; `*PresentationAPI` may."

    func findings(in codebase: Codebase) -> [Finding] {
        let shipped = codebase.modules.filter { !$0.role.isForTests }
        let commands = Commands(of: shipped.flatMap(\.sources).flatMap(Self.examples))
        return shipped.filter(Self.isInterface).flatMap(\.sources).flatMap {
            source in
            Self.tokens(of: source, with: commands.programs).compactMap { token in
                guard case .text(let text) = token.kind, let mention = commands.mention(in: text) else { return nil }
                return Finding(
                    name, file: source.path, line: token.line, message: "A text names the command “\(mention)”.",
                    remedy: "Say what can be done as a `NextStep`; whoever has the command contributes its words.")
            }
        }
    }

    private static func isInterface(_ module: Codebase.Module) -> Bool {
        guard module.layer == .features, !module.name.hasSuffix("PresentationAPI") else { return false }
        switch module.role {
        case .api, .serviceAPI, .client: return true
        default: return false
        }
    }

    /// What commands are called by in their examples, which each of them has.
    private static func examples(in source: SourceFile) -> [String] {
        let tokens = tokens(of: source, with: ["CommandExample"])
        return tokens.indices.dropLast(2).compactMap { index in
            guard tokens[index].kind == .word("CommandExample"), case .text(let text) = tokens[index + 2].kind
            else { return nil }
            return text
        }
    }

    /// Most files have none of the words, and need not be read in full.
    private static func tokens(of source: SourceFile, with words: some Sequence<String>) -> [SwiftToken] {
        let text = source.lines.joined(separator: "\n")
        return words.contains(where: text.contains) ? SwiftToken.tokens(of: text) : []
    }
}

/// The commands of all programs.
private struct Commands {
    /// The paths of words, by the program.
    private var paths: [String: Set<[Substring]>] = [:]

    var programs: [String] { Array(paths.keys) }

    init(of examples: [String]) {
        for example in examples {
            let words = example.split(separator: " ").prefix { $0.wholeMatch(of: /[a-z][a-z-]*/) != nil }
            guard words.count > 1, let program = words.first else { continue }
            paths[String(program), default: []].insert(Array(words.dropFirst()))
        }
    }

    /// A call in a text: a command, or nothing but the first word of some.
    func mention(in text: String) -> String? {
        for (program, paths) in paths {
            for match in text.matches(of: /\b([a-z]+)((?: [a-z][a-z-]*)+)/) where match.1 == program {
                let words = match.2.split(separator: " ")
                guard paths.contains(where: { words.starts(with: $0) || words.count == 1 && words[0] == $0[0] })
                else { continue }
                return String(match.0)
            }
        }
        return nil
    }
}
