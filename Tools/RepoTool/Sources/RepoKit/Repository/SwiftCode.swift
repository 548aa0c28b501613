/// Swift source with everything that isn't code blanked out.
///
/// Comments, the text of string literals and regular expressions become spaces.
/// Lines and columns stay where they are, and what is interpolated stays code.
struct SwiftCode {
    private let source: [UInt8]
    private var output: [UInt8]
    private var index = 0

    /// The lines of a text, blanked.
    static func lines(of text: String) -> [String] {
        var scanner = SwiftCode(Array(text.utf8))
        scanner.scanCode(isInterpolated: false)
        return scanner.output.split(separator: newline, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private init(_ source: [UInt8]) {
        self.source = source
        output = source
    }

    /// Goes on to the end, or past the parenthesis that ends an interpolation.
    private mutating func scanCode(isInterpolated: Bool) {
        var depth = 0
        // The last byte of code that isn't a space, to tell a regular
        // expression from a division.
        var previous = Self.newline
        while let byte = peek() {
            switch byte {
            case Self.slash where peek(1) == Self.slash: blank { $0.peek() == Self.newline }
            case Self.slash where peek(1) == Self.star: skipComment()
            case Self.slash where Self.beforeExpression.contains(previous) && startsExpression():
                skipExpression(hashes: 0)
            case Self.quote: skipString(hashes: 0)
            case Self.hash:
                let hashes = count(of: Self.hash)
                if peek(hashes) == Self.quote {
                    skipString(hashes: hashes)
                } else if peek(hashes) == Self.slash {
                    skipExpression(hashes: hashes)
                } else {
                    index += hashes
                }
            default:
                if byte == Self.open { depth += 1 }
                if byte == Self.close {
                    depth -= 1
                    if isInterpolated && depth == 0 {
                        index += 1
                        return
                    }
                }
                index += 1
            }
            if byte != Self.space { previous = byte }
        }
    }

    private mutating func skipComment() {
        var depth = 0
        blank { scanner in
            if scanner.matches(Self.slash, Self.star) {
                depth += 1
                scanner.blankOne()
            } else if scanner.matches(Self.star, Self.slash) {
                depth -= 1
                scanner.blankOne()
                if depth == 0 {
                    scanner.blankOne()
                    return true
                }
            }
            return false
        }
    }

    /// Keeps the quotation marks.
    private mutating func skipString(hashes: Int) {
        index += hashes
        let isMultiline = matches(Self.quote, Self.quote, Self.quote) && isLineBlank(from: 3)
        let marks = isMultiline ? 3 : 1
        index += marks
        while let byte = peek() {
            if byte == Self.quote, count(of: Self.quote) >= marks, count(of: Self.hash, from: marks) >= hashes {
                index += marks + hashes
                return
            }
            if byte == Self.newline && !isMultiline { return }
            if byte == Self.backslash, count(of: Self.hash, from: 1) >= hashes {
                for _ in 0...hashes { blankOne() }
                if peek() == Self.open {
                    scanCode(isInterpolated: true)
                    continue
                }
            }
            blankOne()
        }
    }

    private mutating func skipExpression(hashes: Int) {
        let spansLines = hashes > 0
        index += hashes + 1
        while let byte = peek(), spansLines || byte != Self.newline {
            if byte == Self.slash, count(of: Self.hash, from: 1) >= hashes {
                index += 1 + hashes
                return
            }
            if byte == Self.backslash { blankOne() }
            blankOne()
        }
    }

    /// Whether a slash starts a regular expression that ends on its line.
    private func startsExpression() -> Bool {
        guard let first = peek(1), first != Self.space, first != Self.newline else { return false }
        var offset = 1
        while let byte = peek(offset), byte != Self.newline {
            if byte == Self.slash { return true }
            offset += byte == Self.backslash ? 2 : 1
        }
        return false
    }
}

// MARK: - Bytes

extension SwiftCode {
    private static let newline = UInt8(ascii: "\n"), space = UInt8(ascii: " ")
    private static let slash = UInt8(ascii: "/"), star = UInt8(ascii: "*"), backslash = UInt8(ascii: "\\")
    private static let quote = UInt8(ascii: "\""), hash = UInt8(ascii: "#")
    private static let open = UInt8(ascii: "("), close = UInt8(ascii: ")")
    /// What an operand, and so a regular expression, may follow.
    private static let beforeExpression = Set("\n([{,;:=&|?!".utf8)

    private func peek(_ offset: Int = 0) -> UInt8? {
        index + offset < source.count ? source[index + offset] : nil
    }

    private func matches(_ bytes: UInt8...) -> Bool {
        bytes.indices.allSatisfy { peek($0) == bytes[$0] }
    }

    private func count(of byte: UInt8, from offset: Int = 0) -> Int {
        var count = 0
        while peek(offset + count) == byte { count += 1 }
        return count
    }

    private func isLineBlank(from offset: Int) -> Bool {
        peek(offset + count(of: Self.space, from: offset)) == Self.newline
    }

    private mutating func blankOne() {
        guard index < source.count else { return }
        if source[index] != Self.newline { output[index] = Self.space }
        index += 1
    }

    private mutating func blank(until isDone: (inout Self) -> Bool) {
        while index < source.count, !isDone(&self) { blankOne() }
    }
}
