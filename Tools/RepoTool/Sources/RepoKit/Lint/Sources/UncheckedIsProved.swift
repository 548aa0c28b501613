struct UncheckedIsProved: Rule {
    let name = "unchecked"
    let statement =
        "`@unchecked Sendable` and `nonisolated(unsafe)` only in targets that import C, each with a comment that begins with it and proves it."

    private static let escapes = ["@unchecked Sendable", "nonisolated(unsafe)"]

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.flatMap { module in
            let wrapsC = codebase.uses(of: module).contains { $0.module.role == .cModule }
            return module.sources.flatMap { source in
                source.code.indices.flatMap { index in
                    Self.escapes.filter(source.code[index].contains).compactMap { escape in
                        complaint(about: escape, at: index, in: source, wrapsC: wrapsC).map { message, remedy in
                            Finding(name, file: source.path, line: index + 1, message: message, remedy: remedy)
                        }
                    }
                }
            }
        }
    }

    private func complaint(
        about escape: String, at index: Int, in source: SourceFile, wrapsC: Bool
    ) -> (message: String, remedy: String)? {
        guard wrapsC else {
            return (
                "`\(escape)` in a target that wraps no C.",
                "Use Locked, an actor or a value, which the compiler checks."
            )
        }
        // The comment stands above, with attributes between.
        let above = source.lines[..<index].reversed().prefix { line in
            let text = line.drop { $0 == " " }
            return text.hasPrefix("//") || text.hasPrefix("@")
        }
        return above.contains { $0.contains("`\(escape)`:") }
            ? nil
            : ("`\(escape)` without a proof.", "Say in the comment above why it holds: “`\(escape)`: …”.")
    }
}
