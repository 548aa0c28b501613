/// The values within one line of YAML.
struct YAMLLine {
    private(set) var rest: Substring
    private let line: Int

    init(_ text: Substring, line: Int) {
        rest = text
        self.line = line
    }

    private func error(_ reason: String) -> YAMLError { YAMLError(line: line, reason: reason) }

    /// The one value that the line holds.
    mutating func wholeValue() throws(YAMLError) -> YAMLValue {
        let value = try value(isNested: false)
        skipSpaces()
        guard rest.isEmpty else { throw error("After the value there is more: \(rest)") }
        return value
    }

    /// The key `name:` or `'name':` with which the line begins, if it does.
    mutating func key() throws(YAMLError) -> String? {
        let start = rest
        if rest.first != "{", rest.first != "[" {
            let name = rest.first == "'" ? try quoted() : plain { _ in false }
            if Self.isColon(rest) {
                if start.first != "'" { try expectPlain(name) }
                rest.removeFirst()
                skipSpaces()
                return name
            }
        }
        rest = start
        return nil
    }

    private static func isColon(_ text: Substring) -> Bool { text == ":" || text.hasPrefix(": ") }

    private mutating func skipSpaces() { rest = rest.drop { $0 == " " } }

    private mutating func value(isNested: Bool) throws(YAMLError) -> YAMLValue {
        switch rest.first {
        case "{": return .mapping(try list(until: "}") { line throws(YAMLError) in try line.member() })
        case "[": return .sequence(try list(until: "]") { line throws(YAMLError) in try line.value(isNested: true) })
        case "'": return .string(try quoted())
        default: return try resolved(plain { isNested && ",[]{}".contains($0) })
        }
    }

    private mutating func member() throws(YAMLError) -> YAMLValue.Member {
        guard let key = try key() else { throw error("In braces a member `key: value` is expected at: \(rest)") }
        return YAMLValue.Member(key, try value(isNested: true))
    }

    private mutating func list<Element>(
        until end: Character, element: (inout YAMLLine) throws(YAMLError) -> Element
    ) throws(YAMLError) -> [Element] {
        var elements: [Element] = []
        rest.removeFirst()
        skipSpaces()
        while rest.first != end {
            if !elements.isEmpty {
                guard rest.first == "," else { throw error("`,` or `\(end)` is expected in this line.") }
                rest.removeFirst()
                skipSpaces()
            }
            elements.append(try element(&self))
            skipSpaces()
        }
        rest.removeFirst()
        return elements
    }

    /// A text in single quotes, in which two of them are one.
    private mutating func quoted() throws(YAMLError) -> String {
        var text = ""
        while true {
            rest.removeFirst()
            guard let end = rest.firstIndex(of: "'") else { throw error("A `'` is missing.") }
            text += rest[..<end]
            rest = rest[rest.index(after: end)...]
            guard rest.first == "'" else { return text }
            text += "'"
        }
    }

    /// A text without quotes: up to a colon, a character that ends it, or the
    /// end of the line.
    private mutating func plain(until isEnd: (Character) -> Bool) -> String {
        var end = rest.startIndex
        while end < rest.endIndex, !isEnd(rest[end]), !Self.isColon(rest[end...]) { end = rest.index(after: end) }
        let text = rest[..<end]
        rest = rest[end...]
        return String(text.reversed().drop { $0 == " " }.reversed())
    }

    /// What would mean something else without quotes is refused.
    private func expectPlain(_ text: String) throws(YAMLError) {
        guard let first = text.first else { throw error("A value is missing.") }
        guard !"\"&*!|>%@`?,]}".contains(first), !text.hasPrefix("- "), !text.contains(" #") else {
            throw error("Put this between `'`, or write it more simply: \(text)")
        }
    }

    private func resolved(_ text: String) throws(YAMLError) -> YAMLValue {
        try expectPlain(text)
        switch text {
        case "true", "false", "null": return .literal(text)
        case _ where Int(text).map(String.init) == text: return .literal(text)
        case _ where Double(text) != nil: throw error("Put this between `'` unless it is a whole number: \(text)")
        default: return .string(text)
        }
    }
}
