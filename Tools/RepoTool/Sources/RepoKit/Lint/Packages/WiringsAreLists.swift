struct WiringsAreLists: Rule {
    let name = "wiring"
    let statement = "A function of a `*Wiring` target has at most 40 lines."

    private static let lines = 40

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { $0.role == .wiring }.flatMap(\.sources).flatMap(functions)
    }

    private func functions(in source: SourceFile) -> [Finding] {
        source.code.indices.filter { Self.begins(source.code[$0]) }.compactMap { start in
            guard let end = Self.end(of: source.code[start...]), end - start >= Self.lines else { return nil }
            return Finding(
                name, file: source.path, line: start + 1, message: "The function has \(end - start + 1) lines.",
                remedy: "Keep it to \(Self.lines): a feature has a wiring of its own, and a list calls them.")
        }
    }

    private static func begins(_ line: String) -> Bool {
        line.split(separator: " ").contains { $0 == "func" || $0.hasPrefix("init(") || $0.hasPrefix("init<") }
    }

    /// The line of the brace that closes the first one; nil without a body.
    private static func end(of lines: ArraySlice<String>) -> Int? {
        var depth = 0, isInside = false
        for index in lines.indices {
            for byte in lines[index].utf8 {
                if byte == UInt8(ascii: "{") { (depth, isInside) = (depth + 1, true) }
                if byte == UInt8(ascii: "}") { depth -= 1 }
                if depth < 0 { return nil }
                if isInside, depth == 0 { return index }
            }
        }
        return nil
    }
}
