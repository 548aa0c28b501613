import HTTPServingAPI

extension JSONValue {
    /// The value as a document of YAML 1.2 in block style: a line for each value,
    /// and texts of several lines as they are, so that differences read well.
    package var yaml: String {
        var text = ""
        writeBlock(to: &text, indent: 0)
        return text.first == "\n" ? String(text.dropFirst()) : text.drop { $0 == " " } + ""
    }

    /// Writes what stands behind `key:` or `-`, with the end of its line.
    private func writeBlock(to text: inout String, indent: Int) {
        switch self {
        case .object(let members) where !members.isEmpty:
            text += "\n"
            Self.write(members, to: &text, indent: indent, isInLine: false)
        case .array(let elements) where !elements.isEmpty:
            text += "\n"
            for element in elements { element.writeElement(to: &text, indent: indent) }
        case .object: text += " {}\n"
        case .array: text += " []\n"
        case .string(let value): Self.writeText(value, to: &text, indent: indent)
        case .null: text += " null\n"
        case .boolean(let value): text += " \(value)\n"
        case .integer(let number): text += " \(number)\n"
        }
    }

    /// Writes an element of an array; the first member of an object stands behind
    /// the hyphen.
    private func writeElement(to text: inout String, indent: Int) {
        text += Self.margin(indent) + "-"
        if case .object(let members) = self, !members.isEmpty {
            text += " "
            Self.write(members, to: &text, indent: indent + 2, isInLine: true)
        } else {
            writeBlock(to: &text, indent: indent + 2)
        }
    }

    private static func write(_ members: [Member], to text: inout String, indent: Int, isInLine: Bool) {
        for (index, member) in members.enumerated() {
            text += (isInLine && index == 0 ? "" : margin(indent)) + scalar(member.name) + ":"
            member.value.writeBlock(to: &text, indent: indent + 2)
        }
    }

    private static func writeText(_ value: String, to text: inout String, indent: Int) {
        guard isLiteral(value) else {
            text += " \(scalar(value))\n"
            return
        }
        // The end of the last line belongs to the text or doesn't.
        text += value.last == "\n" ? " |\n" : " |-\n"
        let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
        for line in value.last == "\n" ? lines.dropLast() : lines[...] {
            text += (line.isEmpty ? "" : margin(indent) + line) + "\n"
        }
    }

    private static func margin(_ indent: Int) -> String { String(repeating: " ", count: indent) }

    /// Whether a text can stand as it is, line by line.
    ///
    /// The first line tells how far the others are indented, so it begins with
    /// something that isn't white space.
    private static func isLiteral(_ value: String) -> Bool {
        value.contains("\n") && value.first.map { !$0.isWhitespace } == true && !value.hasSuffix("\n\n")
            && value.unicodeScalars.allSatisfy { $0 == "\n" || isPrintable($0) }
    }

    /// A text in one line: as it is if nobody can take it for something else, else
    /// in quotes.
    private static func scalar(_ value: String) -> String {
        if isPlain(value) { return value }
        if value.unicodeScalars.allSatisfy(isPrintable) { return "'" + value.replacing("'", with: "''") + "'" }
        return "\"" + value.unicodeScalars.map(escaped).joined() + "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"", "\\": return "\\\(scalar)"
        case "\n": return "\\n"
        case "\t": return "\\t"
        case _ where isPrintable(scalar): return String(scalar)
        default:
            // Eight digits reach every scalar (section 5.7).
            let digits = String(scalar.value, radix: 16)
            return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
        }
    }

    /// Whether a text is a text to every reader without quotes (YAML 1.2, section
    /// 7.3.3), also to those of YAML 1.1, to whom `no` is false.
    private static func isPlain(_ value: String) -> Bool {
        guard let first = value.unicodeScalars.first, let last = value.unicodeScalars.last else { return false }
        // What begins with a digit or a sign may be a number, a time or a date.
        let isSafeStart = first.properties.isAlphabetic || "/$_(".unicodeScalars.contains(first)
        return isSafeStart && last != " " && last != ":" && !value.contains(": ") && !value.contains(" #")
            && !words.contains(value.lowercased()) && value.unicodeScalars.allSatisfy(isPrintable)
    }

    /// What YAML 1.1 or 1.2 takes for something else than a text.
    private static let words: Set = ["null", "true", "false", "yes", "no", "on", "off", "y", "n"]

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
        default: true
        }
    }
}
