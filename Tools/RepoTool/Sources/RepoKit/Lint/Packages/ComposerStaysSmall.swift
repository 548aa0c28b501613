struct ComposerStaysSmall: Rule {
    let name = "composer"
    let statement =
        "A coordinator of `ComposerFlows` has at most six dependencies, and the program `Composer` at most 60 lines."

    private static let dependencies = 6
    private static let lines = 60

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { $0.role == .flows }.flatMap(\.sources).flatMap(coordinators)
            + codebase.modules.filter { $0.name == "Composer" }.compactMap(program)
    }

    private func coordinators(in source: SourceFile) -> [Finding] {
        source.code.indices.filter { source.code[$0].contains("struct Dependencies") }.compactMap { start in
            let count = storedProperties(of: source.code[start...])
            guard count > Self.dependencies else { return nil }
            return Finding(
                name, file: source.path, line: start + 1, message: "The coordinator has \(count) dependencies.",
                remedy: "Keep it to \(Self.dependencies): split the flow, or let a feature do more of it.")
        }
    }

    private func storedProperties(of lines: ArraySlice<String>) -> Int {
        var depth = 0
        var count = 0
        for line in lines {
            if depth == 1, line.split(separator: " ").contains(where: { $0 == "let" || $0 == "var" }) { count += 1 }
            depth += line.utf8.count { $0 == UInt8(ascii: "{") } - line.utf8.count { $0 == UInt8(ascii: "}") }
            if depth == 0 { break }
        }
        return count
    }

    private func program(_ module: Codebase.Module) -> Finding? {
        let count = module.sources.map { $0.lines.count - 1 }.reduce(0, +)
        guard count > Self.lines, let source = module.sources.first else { return nil }
        return Finding(
            name, file: source.path, line: Self.lines + 1, message: "The program has \(count) lines.",
            remedy: "Keep it to \(Self.lines): ComposerWiring composes, ComposerFlows decides.")
    }
}
