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
    /// What is too long is cut, once it is there: room for a line and one text
    /// beyond.
    static let room = maximumBytes + 2 * Limit.value

    /// Most lines are shorter.
    static let usualBytes = 320

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
        var text: [UInt8] = []
        append(record, at: Self.time(time), to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the line of a record to others.
    ///
    /// - Parameter time: As ``time(_:)`` writes it.
    func append(_ record: LogRecord, at time: String, to text: inout [UInt8]) {
        text.append(addingCapacity: Self.room) { line in
            switch self {
            case .text: Self.text(record, time, &line)
            case .json: Self.json(record, time, &line)
            }
        }
    }

    /// A time as lines show it.
    static func time(_ time: Date) -> String {
        var text: [UInt8] = []
        text.append(addingCapacity: room) { $0.append(time) }
        return String(decoding: text, as: UTF8.self)
    }

    private static func json(_ record: LogRecord, _ time: String, _ line: inout OutputSpan<UInt8>) {
        line.append("{\"time\":\"")
        line.append(harmless: time)
        line.append("\",\"level\":\"")
        line.append(harmless: record.level.rawValue)
        line.append("\",\"label\":")
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
                line.append("\"")
                appendName(field, to: &line)
                line.append("\":")
                append(shown(field), to: &line, isBare: false)
            }
            line.append(isWhole ? "}" : "},\"truncated\":true")
        }
        line.append("}\n")
    }

    private static func text(_ record: LogRecord, _ time: String, _ line: inout OutputSpan<UInt8>) {
        line.append(harmless: time)
        line.append(column(record.level))
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
                appendName(field, to: &line)
                line.append("=")
                append(shown(field), to: &line, isBare: true)
            }
            if !isWhole { line.append(" truncated=true") }
        }
        line.append("\n")
    }

    /// Appends the fields that fit into a line.
    ///
    /// - Returns: Whether all did.
    private static func append(
        _ fields: LogFields, to line: inout OutputSpan<UInt8>, separator: StaticString,
        _ write: (inout OutputSpan<UInt8>, LogFields.Field) -> Void
    ) -> Bool {
        var isFirst = true
        for field in fields.fields {
            let count = line.count
            if !isFirst { line.append(separator) }
            write(&line, field)
            guard line.count <= maximumBytes - Limit.reserve else {
                line.removeLast(line.count - count)
                return false
            }
            isFirst = false
        }
        return true
    }

    /// The level between spaces, as wide as the others.
    private static func column(_ level: LogLevel) -> StaticString {
        switch level {
        case .trace: " TRACE    "
        case .debug: " DEBUG    "
        case .info: " INFO     "
        case .notice: " NOTICE   "
        case .warning: " WARNING  "
        case .error: " ERROR    "
        case .critical: " CRITICAL "
        }
    }

    /// Appends the name, reduced to what needs no quotes.
    private static func appendName(_ field: LogFields.Field, to line: inout OutputSpan<UInt8>) {
        if !field.name.isEmpty, line.append(field.name, limit: Limit.fieldName, if: isOfName) { return }
        let letters = field.name.unicodeScalars.prefix(Limit.fieldName).map { scalar -> Character in
            scalar.isASCII && isOfName(UInt8(scalar.value)) ? Character(scalar) : "_"
        }
        line.append(harmless: letters.isEmpty ? "_" : String(letters))
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func shown(_ field: LogFields.Field) -> LogValue {
        SensitiveNames.redacts(field) ? .redacted : field.value
    }

    private static func append(_ value: LogValue, to line: inout OutputSpan<UInt8>, isBare: Bool) {
        switch value {
        case .string(let text) where isBare: appendBare(text, to: &line, limit: Limit.value)
        case .string(let text): line.appendQuoted(text, limit: Limit.value)
        case .integer(let number): line.append(number)
        case .double(let number) where number.isFinite: line.append(harmless: "\(number)")
        case .double(let number): line.appendQuoted("\(number)", limit: Limit.value)
        case .duration(let duration): line.append(duration)
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
    private static func appendBare(_ text: String, to line: inout OutputSpan<UInt8>, limit: Int) {
        let isBare =
            !text.isEmpty
            && line.append(text, limit: limit) {
                (0x21..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=")
            }
        if !isBare { line.appendQuoted(text, limit: limit) }
    }

    private static func appendMessage(_ message: String, to line: inout OutputSpan<UInt8>) {
        let isPlain = line.append(message, limit: Limit.message) { (0x20..<0x7F).contains($0) }
        if !isPlain { line.appendQuoted(message, limit: Limit.message) }
    }
}

/// Names under which secrets travel: a second line of defence for those that
/// were passed as mere text.
enum SensitiveNames {
    private static let words: [StaticString] = [
        "password", "passphrase", "secret", "token", "otp", "authorization", "cookie", "credential", "credentials",
        "jwt",
    ]

    /// Whether the last word of the name says that the text must not be written down.
    static func redacts(_ field: LogFields.Field) -> Bool {
        switch field.value {
        case .string, .list: break
        case .integer, .double, .duration, .boolean, .absent, .redacted: return false
        }
        var name = field.name
        return name.withUTF8 { name in
            let isEnd: (UInt8) -> Bool = {
                $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
            }
            guard let last = unsafe name.lastIndex(where: { !isEnd($0) }) else { return false }
            let word = unsafe UnsafeBufferPointer(
                rebasing: name[(name[..<last].lastIndex(where: isEnd).map { $0 + 1 } ?? 0)...last])
            return words.contains { unsafe isEqual($0, word) }
        }
    }

    private static func isEqual(_ word: StaticString, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard word.utf8CodeUnitCount == other.count else { return false }
        return other.indices.allSatisfy { unsafe word.utf8Start[$0] == lowerCase(other[$0]) }
    }

    private static func lowerCase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
