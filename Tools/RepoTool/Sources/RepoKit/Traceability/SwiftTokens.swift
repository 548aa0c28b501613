/// A word, a string literal or a sign of Swift source.
struct SwiftToken: Equatable {
    enum Kind: Equatable {
        /// A name or a keyword, without backticks.
        case word(String)
        /// What is between the quotes, with its escapes.
        case text(String)
        /// A sign of its own, such as `{` or `@`.
        case sign(Character)
    }

    let kind: Kind
    /// The line, from 1.
    let line: Int

    /// The tokens of a source text, without comments.
    ///
    /// A regular expression literal is known by its slashes and by what stands
    /// before it; what is in it is left out.
    static func tokens(of text: String) -> [Self] {
        var lexer = SwiftLexer(bytes: Array(text.utf8))
        return lexer.readAll()
    }
}

private struct SwiftLexer {
    let bytes: [UInt8]
    private var position = 0
    private var line = 1

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func readAll() -> [SwiftToken] {
        var tokens: [SwiftToken] = []
        while position < bytes.count {
            if let token = next() { tokens.append(token) }
        }
        return tokens
    }

    /// The token at the position, or `nil` for white space and comments.
    private mutating func next() -> SwiftToken? {
        let start = line
        switch bytes[position] {
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
            while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
            return nil
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
            skipComment()
            return nil
        case UInt8(ascii: "/") where beginsAnArgument:
            if skipPattern() { return SwiftToken(kind: .sign("/"), line: start) }
        case UInt8(ascii: "\""), UInt8(ascii: "#"):
            if let text = readText() { return SwiftToken(kind: .text(text), line: start) }
        case UInt8(ascii: "`"):
            if let end = bytes[(position + 1)...].firstIndex(of: UInt8(ascii: "`")) {
                defer { position = end + 1 }
                return SwiftToken(kind: .word(slice(position + 1, end)), line: start)
            }
        case let byte where Self.isPartOfAWord(byte):
            let first = position
            while position < bytes.count, Self.isPartOfAWord(bytes[position]) { position += 1 }
            return SwiftToken(kind: .word(slice(first, position)), line: start)
        default: break
        }
        let byte = advance()
        let isBlank = byte <= UInt8(ascii: " ")
        return isBlank ? nil : SwiftToken(kind: .sign(Character(Unicode.Scalar(byte))), line: start)
    }

    private static func isPartOfAWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private func peek(_ offset: Int) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private func slice(_ start: Int, _ end: Int) -> String { String(decoding: bytes[start..<end], as: UTF8.self) }

    @discardableResult
    private mutating func advance() -> UInt8 {
        let byte = bytes[position]
        if byte == UInt8(ascii: "\n") { line += 1 }
        position += 1
        return byte
    }

    /// Whether what is at the position can't be an operator between two values.
    private var beginsAnArgument: Bool {
        guard let next = peek(1), next > UInt8(ascii: " ") else { return false }
        let before = bytes[..<position].last { $0 != UInt8(ascii: " ") }
        return before.map { "(,=:[{".utf8.contains($0) } ?? false
    }

    /// Reads over a regular expression literal; false, and nothing read, where
    /// there is none.
    private mutating func skipPattern() -> Bool {
        var end = position + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") {
            switch bytes[end] {
            case UInt8(ascii: "/"):
                position = end + 1
                return true
            case UInt8(ascii: "\\"): end += 2
            default: end += 1
            }
        }
        return false
    }

    /// Comments nest.
    private mutating func skipComment() {
        var depth = 0
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                depth += 1
                position += 2
            } else if bytes[position] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                depth -= 1
                position += 2
                if depth == 0 { return }
            } else {
                advance()
            }
        }
    }

    /// Reads a string literal in any of its forms; `nil`, and nothing read,
    /// where there is none.
    private mutating func readText() -> String? {
        var hashes = 0
        while peek(hashes) == UInt8(ascii: "#") { hashes += 1 }
        guard peek(hashes) == UInt8(ascii: "\"") else { return nil }
        position += hashes
        let isLong = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
        let quotes = isLong ? 3 : 1
        position += quotes
        let first = position
        while position < bytes.count {
            if isClosing(quotes: quotes, hashes: hashes) {
                defer { position += quotes + hashes }
                return slice(first, position)
            }
            if bytes[position] == UInt8(ascii: "\\"), areHashes(hashes, at: 1) {
                position += 1 + hashes
                if peek(0) == UInt8(ascii: "(") { skipInterpolation() } else if position < bytes.count { advance() }
            } else if bytes[position] == UInt8(ascii: "\n"), !isLong {
                break
            } else {
                advance()
            }
        }
        return slice(first, position)
    }

    private func isClosing(quotes: Int, hashes: Int) -> Bool {
        (0..<quotes).allSatisfy { peek($0) == UInt8(ascii: "\"") } && areHashes(hashes, at: quotes)
    }

    private func areHashes(_ count: Int, at offset: Int) -> Bool {
        (0..<count).allSatisfy { peek(offset + $0) == UInt8(ascii: "#") }
    }

    /// From the parenthesis that opens to the one that closes.
    private mutating func skipInterpolation() {
        var depth = 0
        while position < bytes.count {
            guard let token = next() else { continue }
            if token.kind == .sign("(") { depth += 1 }
            if token.kind == .sign(")") { depth -= 1 }
            if depth == 0 { return }
        }
    }
}
