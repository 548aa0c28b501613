/// A small mistake that somebody could make in a line of source.
package struct Mutation: Hashable, Sendable, CustomStringConvertible {
    /// Relative to the root of the repository.
    package let path: String
    /// From 1.
    package let line: Int
    /// Where in the line, in bytes.
    let range: Range<Int>
    /// What stands there.
    package let original: String
    /// What is written in its place.
    package let replacement: String

    package var description: String {
        "\(path):\(line)  \(original) → \(replacement.isEmpty ? "nothing" : replacement)"
    }

    /// The text of the file with the mistake in it.
    package func apply(to text: String) -> String {
        var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        lines[line - 1].replaceSubrange(range, with: Array(replacement.utf8))
        return String(decoding: Array(lines.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
    }
}

extension Mutation {
    /// What is confused easily; `swift format` puts a space on both sides of each.
    private static let operators = [
        "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "+": "-", "-": "+",
        "true": "false", "false": "true",
    ]

    /// What begins a line that isn't a call for its own sake.
    private static let keywords: Set<Substring> = [
        "return", "throw", "let", "var", "case", "guard", "if", "else", "for", "while", "switch", "func", "init",
        "super", "self", "defer", "import", "package", "public", "private", "static",
    ]

    /// Where one more makes no difference that anybody asks for: what chance makes is as good, and
    /// what is too much, too large or soon enough is a measure that was chosen.
    private static let measures = [
        "random.bytes(", "random.text(", "bodyLimit: ", "RouteLimit(", "ScreenLimit(", "requests: ", "every: ",
        "retryAfter: ",
    ]

    /// All the mistakes that this knows in a file: an operator or a truth that is
    /// the other one, a number that is one more, and a call that is left out.
    package static func all(in file: SourceFile) -> [Self] {
        file.code.enumerated().flatMap { index, code in
            (changes(in: code) + (omission(of: code).map { [$0] } ?? [])).map { range, replacement in
                Self(
                    path: file.path, line: index + 1, range: range,
                    original: String(decoding: Array(file.lines[index].utf8)[range], as: UTF8.self),
                    replacement: replacement)
            }
        }
    }

    /// Words between spaces, parentheses and commas.
    private static func changes(in code: String) -> [(Range<Int>, String)] {
        var found: [(Range<Int>, String)] = []
        var start = 0
        for piece in code.utf8.split(
            omittingEmptySubsequences: false, whereSeparator: { " (),[]{}:".utf8.contains($0) })
        {
            let word = String(decoding: piece, as: UTF8.self), range = start..<start + piece.count
            start = range.upperBound + 1
            if let other = operators[word] {
                found.append((range, other))
            } else if let number = Int(word), number >= 0, !measures.contains(where: code.contains) {
                found.append((range, String(number + 1)))
            }
        }
        return found
    }

    /// A call that is a whole line, and whose result nobody asks for.
    private static func omission(of code: String) -> (Range<Int>, String)? {
        let words = code.split(separator: " ")
        guard let first = words.first, !keywords.contains(first), words.last?.hasSuffix(")") == true,
            let name = words.first(where: { $0 != "try" && $0 != "await" }), let letter = name.first,
            letter.isLowercase || letter == "_", name.contains("("), !words.contains("="),
            // That there is room beforehand is seen in how long it takes only.
            !name.contains(".reserveCapacity("),
            code.count(where: { $0 == "(" }) == code.count(where: { $0 == ")" })
        else { return nil }
        let indent = code.utf8.prefix { $0 == UInt8(ascii: " ") }.count
        return (indent..<code.utf8.count, "")
    }
}
