package import FoundationEssentials
package import TelemetryAPI

/// How a log line is written.
package enum LogLineFormat: Sendable {
    /// For people: time, level, label, message, then `name=value`.
    case text
    /// For programs: one JSON object.
    case json

    /// A line is never longer, its line feed included: a write of so much to a
    /// pipe is whole or not at all (PIPE_BUF, pipe(7)).
    package static let maximumBytes = 4_096

    private enum Limit {
        static let label = 64
        static let message = 1_024
        static let requestID = 128
        static let fieldName = 64
        static let value = 1_024
        static let listItems = 32
        /// What stays free for the end of the line.
        static let reserve = 64
    }

    /// The line of a record, with its line feed.
    package func line(_ record: LogRecord, at time: Date) -> String {
        let stamp = time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
        switch self {
        case .text: return Self.text(record, stamp)
        case .json: return Self.json(record, stamp)
        }
    }

    private static func json(_ record: LogRecord, _ stamp: String) -> String {
        var line = LineText()
        line.append("{\"time\":\"\(stamp)\",\"level\":\"\(record.level.rawValue)\",\"label\":")
        line.appendQuoted(record.label, limit: Limit.label)
        line.append(",\"message\":")
        line.appendQuoted(record.message, limit: Limit.message)
        if let requestID = record.requestID {
            line.append(",\"request_id\":")
            line.appendQuoted(requestID, limit: Limit.requestID)
        }
        if !record.fields.isEmpty {
            line.append(",\"fields\":{")
            let isWhole = append(record.fields, to: &line, separator: ",") { line, field in
                line.appendQuoted(name(field), limit: Limit.fieldName)
                line.append(":")
                append(shown(field), to: &line, isBare: false)
            }
            line.append(isWhole ? "}" : "},\"truncated\":true")
        }
        line.append("}\n")
        return line.text
    }

    private static func text(_ record: LogRecord, _ stamp: String) -> String {
        var line = LineText()
        let level = record.level.rawValue.uppercased()
        line.append("\(stamp) \(level)\(String(repeating: " ", count: 9 - level.count))")
        appendBare(record.label, to: &line, limit: Limit.label)
        line.append(": ")
        appendMessage(record.message, to: &line)
        if let requestID = record.requestID {
            line.append(" request_id=")
            appendBare(requestID, to: &line, limit: Limit.requestID)
        }
        if !record.fields.isEmpty {
            line.append(" ")
            let isWhole = append(record.fields, to: &line, separator: " ") { line, field in
                line.append(name(field) + "=")
                append(shown(field), to: &line, isBare: true)
            }
            if !isWhole { line.append(" truncated=true") }
        }
        line.append("\n")
        return line.text
    }

    /// Appends the fields that fit.
    ///
    /// - Returns: Whether all did.
    private static func append(
        _ fields: LogFields, to line: inout LineText, separator: String,
        _ write: (inout LineText, LogFields.Field) -> Void
    ) -> Bool {
        var isFirst = true
        for field in fields.fields {
            var longer = line
            if !isFirst { longer.append(separator) }
            write(&longer, field)
            guard longer.count <= maximumBytes - Limit.reserve else { return false }
            line = longer
            isFirst = false
        }
        return true
    }

    /// The name, reduced to what needs no quotes.
    private static func name(_ field: LogFields.Field) -> String {
        let letters = field.name.unicodeScalars.prefix(Limit.fieldName).map { scalar -> Character in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isPlain || scalar == "." || scalar == "-" ? Character(scalar) : "_"
        }
        return letters.isEmpty ? "_" : String(letters)
    }

    private static func shown(_ field: LogFields.Field) -> LogValue {
        SensitiveNames.redacts(field) ? .redacted : field.value
    }

    private static func append(_ value: LogValue, to line: inout LineText, isBare: Bool) {
        switch value {
        case .string(let text) where isBare: appendBare(text, to: &line, limit: Limit.value)
        case .string(let text): line.appendQuoted(text, limit: Limit.value)
        case .integer(let number): line.append(String(number))
        case .double(let number) where number.isFinite: line.append("\(number)")
        case .double(let number): line.appendQuoted("\(number)", limit: Limit.value)
        case .boolean(let flag): line.append(flag ? "true" : "false")
        case .absent: line.append("null")
        case .redacted: line.append(isBare ? "<redacted>" : "\"<redacted>\"")
        case .list(let values):
            line.append("[")
            for (index, value) in values.prefix(Limit.listItems).enumerated() {
                if index > 0 { line.append(",") }
                append(value, to: &line, isBare: false)
            }
            line.append(values.count > Limit.listItems ? ",\"…\"]" : "]")
        }
    }

    /// Text without quotes if it can't be mistaken for anything else.
    private static func appendBare(_ text: String, to line: inout LineText, limit: Int) {
        let isPlain =
            !text.isEmpty && text.utf8.count <= limit
            && text.utf8.allSatisfy {
                (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=")
            }
        if isPlain { line.append(text) } else { line.appendQuoted(text, limit: limit) }
    }

    private static func appendMessage(_ message: String, to line: inout LineText) {
        let isPlain = message.utf8.count <= Limit.message && message.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        if isPlain { line.append(message) } else { line.appendQuoted(message, limit: Limit.message) }
    }
}

/// Names under which secrets travel: a second line of defence for those that
/// were passed as mere text.
enum SensitiveNames {
    private static let words: Set<String> = [
        "password", "passphrase", "secret", "token", "otp", "authorization", "cookie", "credential", "credentials",
        "jwt",
    ]

    /// Whether the last word of the name says that the text must not be written down.
    static func redacts(_ field: LogFields.Field) -> Bool {
        switch field.value {
        case .string, .list: break
        case .integer, .double, .boolean, .absent, .redacted: return false
        }
        let last = field.name.lowercased().split { $0 == "_" || $0 == "-" || $0 == "." }.last
        return last.map { words.contains(String($0)) } ?? false
    }
}
