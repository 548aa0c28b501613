struct NothingTraps: Rule {
    let name = "traps"
    let statement = "No force unwrap, `try!`, `as!`, `fatalError` or implicitly unwrapped type outside tests."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { !$0.role.isForTests }.flatMap(\.sources).flatMap { source in
            source.code.indices.compactMap { index in
                Self.trap(in: Array(source.code[index].utf8)).map { trap in
                    Finding(
                        name, file: source.path, line: index + 1,
                        message: "`\(trap)` ends the program when it doesn't hold.",
                        remedy:
                            "Throw, give a default, or `guard` with a `preconditionFailure` that says what cannot be.")
                }
            }
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
