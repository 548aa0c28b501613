struct TextsAreTranslated: Rule {
    let name = "texts"
    let statement = "The English and the Spanish of a text differ, neither is blank, and both name the same `{values}`."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.modules.filter { !$0.role.isForTests }.flatMap(\.sources).flatMap { source in
            // Most files have no texts, and need not be read in full.
            guard source.code.contains(where: { $0.contains("en:") }) else { return [Finding]() }
            return Self.pairs(in: SwiftToken.tokens(of: source.lines.joined(separator: "\n"))).compactMap { pair in
                Self.problem(pair).map { message, remedy in
                    Finding(name, file: source.path, line: pair.line, message: message, remedy: remedy)
                }
            }
        }
    }

    /// The literals of two arguments `en:` and `es:` that follow each other.
    private struct Pair {
        let line: Int
        var english: [String] = []
        var spanish: [String] = []
    }

    private static func pairs(in tokens: [SwiftToken]) -> [Pair] {
        tokens.indices.compactMap { start in
            guard tokens[start].kind == .word("en"), isLabel(start, in: tokens) else { return nil }
            var pair = Pair(line: tokens[start].line)
            var isSpanish = false
            var depth = 0
            for index in tokens.indices[(start + 2)...] {
                switch tokens[index].kind {
                case .sign("("), .sign("["), .sign("{"): depth += 1
                case .sign(")"), .sign("]"), .sign("}"):
                    depth -= 1
                    if depth < 0 { return isSpanish ? pair : nil }
                case .word("es") where depth == 0 && isLabel(index, in: tokens): isSpanish = true
                case .sign(",") where depth == 0 && isSpanish: return pair
                case .text(let text) where isSpanish: pair.spanish.append(text)
                case .text(let text): pair.english.append(text)
                default: break
                }
            }
            return nil
        }
    }

    private static func isLabel(_ index: Int, in tokens: [SwiftToken]) -> Bool {
        index + 1 < tokens.count && tokens[index + 1].kind == .sign(":")
    }

    private static func problem(_ pair: Pair) -> (message: String, remedy: String)? {
        let english = pair.english.joined(), spanish = pair.spanish.joined()
        // Without words in literals they come from elsewhere, where they are looked at.
        guard (english + spanish).replacing(/\\./, with: "").contains(where: \.isLetter) else { return nil }
        if english.allSatisfy(\.isWhitespace) || spanish.allSatisfy(\.isWhitespace) {
            return ("A text is blank in a language.", "Write it in both.")
        }
        if english == spanish {
            return (
                "“\(english)” is the same in both languages.",
                "Translate it, or say `LocalizedText(verbatim:)` if it is a name or a number."
            )
        }
        guard values(of: english) != values(of: spanish) else { return nil }
        return ("A text names other `{values}` in English than in Spanish.", "Name the same ones in both.")
    }

    /// What is filled in later, such as `{code}`.
    private static func values(of text: String) -> Set<Substring> { Set(text.matches(of: /{\w+}/).map(\.output)) }
}
