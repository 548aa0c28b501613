struct NothingTraps: Rule {
    let name = "traps"
    let statement =
        "No force unwrap, `try!`, `as!`, `fatalError` or implicitly unwrapped type outside tests, and no `JSONDecoder` but in CoreModels: `WireDecoder`."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { !$0.role.isForTests }.flatMap { module in
            module.sources.flatMap { source in
                source.code.indices.compactMap { index in
                    Self.trap(in: Array(source.code[index].utf8)).map { trap in
                        Finding(
                            name, file: source.path, line: index + 1,
                            message: "`\(trap)` ends the program when it doesn't hold.",
                            remedy:
                                "Throw, give a default, or `guard` with a `preconditionFailure` that says what cannot be."
                        )
                    }
                } + foreignDecoders(in: source, of: module)
            }
        }
    }

    /// Foundation's decoder ends the program at a text that nests too deep;
    /// tools read what the repository holds.
    private func foreignDecoders(in source: SourceFile, of module: Codebase.Module) -> [Finding] {
        guard module.name != "CoreModels", !source.path.hasPrefix("Tools/") else { return [] }
        return source.code.indices.filter { source.code[$0].contains("JSONDecoder(") }.map { index in
            Finding(
                name, file: source.path, line: index + 1,
                message: "`JSONDecoder` ends the program at brackets that nest too deep.",
                remedy: "Decode with `WireDecoder` of CoreModels.")
        }
    }

    /// The first thing in a line of code that traps.
    private static func trap(in code: [UInt8]) -> String? {
        for (index, byte) in code.enumerated() {
            guard byte == UInt8(ascii: "!") || byte == UInt8(ascii: "(") else { continue }
            let word = String(decoding: code[..<index].reversed().prefix(while: isWord).reversed(), as: UTF8.self)
            if byte == UInt8(ascii: "(") {
                if word == "fatalError" { return word }
                continue
            }
            guard index > 0, follows(code[index - 1]), index + 1 == code.count || code[index + 1] != UInt8(ascii: "=")
            else {
                continue
            }
            return word + "!"
        }
        return nil
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte >= 0x80 || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    /// Whether an exclamation mark after this byte belongs to what is before it.
    private static func follows(_ byte: UInt8) -> Bool {
        isWord(byte) || ")]>?\"".utf8.contains(byte)
    }
}
