/// Builds one line of a log, of which nothing can be mistaken for another line.
struct LineText {
    private(set) var text = ""
    var count: Int { text.utf8.count }

    /// Appends text that is known to be harmless.
    mutating func append(_ literal: String) {
        text += literal
    }

    /// Appends text between quotes, as JSON writes it (RFC 8259, section 7).
    ///
    /// Beyond what JSON asks for, every control character and whatever reorders
    /// text is escaped, so that a line shown on a terminal can't act on it.
    /// What would take more than `limit` bytes is cut off with an ellipsis.
    mutating func appendQuoted(_ value: String, limit: Int) {
        text += "\""
        var room = limit
        for scalar in value.unicodeScalars {
            let piece = Self.escaped(scalar)
            room -= piece.utf8.count
            guard room >= 0 else {
                text += "…"
                break
            }
            text += piece
        }
        text += "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case _ where isDangerous(scalar.value): unicode(scalar.value)
        default: String(scalar)
        }
    }

    private static func isDangerous(_ value: UInt32) -> Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }

    private static func unicode(_ value: UInt32) -> String {
        let digits = String(value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
