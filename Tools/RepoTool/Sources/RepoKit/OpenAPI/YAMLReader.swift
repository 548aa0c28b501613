/// Text that isn't YAML, or YAML of a kind that ``YAMLReader`` doesn't know.
package struct YAMLError: Error, Equatable, CustomStringConvertible {
    /// The line, from 1.
    package let line: Int
    package let reason: String

    package var description: String { "line \(line): \(reason)" }
}

/// Reads the part of YAML 1.2 in which the description of the API is written,
/// and refuses the rest: mappings and sequences in blocks or in braces and
/// brackets, `|` texts, plain and 'quoted' scalars in one line, and comments
/// in lines of their own.
package struct YAMLReader {
    private var lines: [Substring]
    private var index = 0

    private init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The value that a text holds.
    package static func value(of text: String) throws(YAMLError) -> YAMLValue {
        var reader = YAMLReader(text)
        if let tab = reader.lines.firstIndex(where: { $0.contains("\t") }) {
            throw YAMLError(line: tab + 1, reason: "Tabs are not for YAML.")
        }
        let value = try reader.block()
        if reader.current != nil { throw reader.error("This is less indented than what it belongs to.") }
        return value
    }

    private func error(_ reason: String) -> YAMLError { YAMLError(line: min(index + 1, lines.count), reason: reason) }

    /// The next line with content, and how far it is indented.
    private var current: (indent: Int, text: Substring)? {
        mutating get {
            while index < lines.count {
                let text = lines[index].drop { $0 == " " }
                if let first = text.first, first != "#" { return (lines[index].count - text.count, text) }
                index += 1
            }
            return nil
        }
    }

    // MARK: - Blocks

    private mutating func block() throws(YAMLError) -> YAMLValue {
        guard let (indent, text) = current else { throw error("A value is missing.") }
        if Self.isItem(text) { return try sequence(indent) }
        if try key(of: text) != nil { return try mapping(indent) }
        return try inline(text)
    }

    private static func isItem(_ text: Substring) -> Bool { text.hasPrefix("- ") }

    private mutating func sequence(_ indent: Int) throws(YAMLError) -> YAMLValue {
        var items: [YAMLValue] = []
        while let (own, text) = current, own == indent, Self.isItem(text) {
            // What follows is a block, two further in.
            lines[index] = String(repeating: " ", count: indent + 2) + text.dropFirst(2)
            items.append(try block())
        }
        try expectEnd(of: indent)
        return .sequence(items)
    }

    private mutating func mapping(_ indent: Int) throws(YAMLError) -> YAMLValue {
        var members: [YAMLValue.Member] = []
        while let (own, text) = current, own == indent {
            guard let (key, rest) = try key(of: text) else { throw error("A member `key: value` is expected.") }
            if members.contains(where: { $0.key == key }) { throw error("The key \(key) is there twice.") }
            members.append(.init(key, try value(rest, of: indent)))
        }
        try expectEnd(of: indent)
        return .mapping(members)
    }

    /// What follows a block isn't further in than the block.
    private mutating func expectEnd(of indent: Int) throws(YAMLError) {
        if let (own, _) = current, own > indent { throw error("This is more indented than what is before it.") }
    }

    private mutating func value(_ rest: Substring, of indent: Int) throws(YAMLError) -> YAMLValue {
        if rest == "|" { return literalText(in: indent) }
        guard rest.isEmpty else { return try inline(rest) }
        let line = index
        index += 1
        guard let (own, _) = current, own > indent else {
            index = line
            throw error("A value is missing; write it further in, or `null`.")
        }
        return try block()
    }

    /// The lines of a `|` text, which end with one line feed.
    private mutating func literalText(in indent: Int) -> YAMLValue {
        index += 1
        let start = index
        while index < lines.count, lines[index].allSatisfy({ $0 == " " }) || Self.indent(of: lines[index]) > indent {
            index += 1
        }
        var content = lines[start..<index]
        while content.last?.allSatisfy({ $0 == " " }) == true { content.removeLast() }
        let margin = content.first { !$0.isEmpty }.map(Self.indent) ?? 0
        return .string(content.map { $0.dropFirst(margin) + "\n" }.joined())
    }

    private static func indent(of line: Substring) -> Int { line.prefix { $0 == " " }.count }

    // MARK: - Lines

    /// The key with which a line begins, and what follows it.
    private func key(of text: Substring) throws(YAMLError) -> (String, Substring)? {
        var scanner = YAMLLine(text, line: index + 1)
        return try scanner.key().map { ($0, scanner.rest) }
    }

    private mutating func inline(_ text: Substring) throws(YAMLError) -> YAMLValue {
        var scanner = YAMLLine(text, line: index + 1)
        let value = try scanner.wholeValue()
        index += 1
        return value
    }
}
