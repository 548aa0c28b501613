import FoundationEssentials

/// Builds lines of a log, of which nothing can be mistaken for another line.
struct LineText {
    private(set) var bytes: [UInt8] = []
    var count: Int { bytes.count }

    init() {
        bytes.reserveCapacity(512)
    }

    /// Takes lines away from the start.
    mutating func removingFirst(_ count: Int) -> [UInt8] {
        defer { bytes.removeFirst(count) }
        return Array(bytes[..<count])
    }

    /// Takes away what goes beyond a length that the line had before.
    mutating func cut(to count: Int) {
        bytes.removeLast(bytes.count - count)
    }

    /// Appends text that is known to be harmless.
    mutating func append(_ literal: String) {
        var literal = literal
        literal.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// Appends text of at most `limit` bytes if all of them are harmless.
    ///
    /// - Returns: Whether it was appended.
    mutating func append(_ text: String, limit: Int, if isHarmless: (UInt8) -> Bool) -> Bool {
        var text = text
        return text.withUTF8 { utf8 in
            guard utf8.count <= limit, utf8.allSatisfy(isHarmless) else { return false }
            bytes.append(contentsOf: utf8)
            return true
        }
    }

    /// Appends a whole number.
    mutating func append(_ number: Int64) {
        guard (0...9).contains(number) else { return append(String(number)) }
        bytes.append(UInt8(ascii: "0") + UInt8(number))
    }

    /// A time in UTC, to the nearest millisecond (RFC 3339).
    static func time(_ time: Date) -> String {
        var text = LineText()
        text.append(time)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    private mutating func append(_ time: Date) {
        let milliseconds = Int((time.timeIntervalSince1970 * 1_000).rounded())
        let (days, ofDay) = milliseconds.flooredDivision(by: 86_400_000)
        let (year, month, day) = Self.calendarDay(days)
        append(digits: year, 4)
        append(UInt8(ascii: "-"), digits: month, 2)
        append(UInt8(ascii: "-"), digits: day, 2)
        append(UInt8(ascii: "T"), digits: ofDay / 3_600_000, 2)
        append(UInt8(ascii: ":"), digits: ofDay / 60_000 % 60, 2)
        append(UInt8(ascii: ":"), digits: ofDay / 1_000 % 60, 2)
        append(UInt8(ascii: "."), digits: ofDay % 1_000, 3)
        bytes.append(UInt8(ascii: "Z"))
    }

    /// Appends text between quotes, as JSON writes it (RFC 8259, section 7).
    ///
    /// Beyond what JSON asks for, every control character and whatever reorders
    /// text is escaped, so that a line shown on a terminal can't act on it.
    /// What would take more than `limit` bytes is cut off with an ellipsis.
    mutating func appendQuoted(_ value: String, limit: Int) {
        bytes.append(UInt8(ascii: "\""))
        if !append(value, limit: limit, if: Self.isPlain) { appendEscaped(value, limit: limit) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscaped(_ value: String, limit: Int) {
        var room = limit
        for scalar in value.unicodeScalars {
            let piece = Self.escaped(scalar)
            room -= piece.utf8.count
            guard room >= 0 else { return append("…") }
            append(piece)
        }
    }

    private mutating func append(_ separator: UInt8, digits number: Int, _ length: Int) {
        bytes.append(separator)
        append(digits: number, length)
    }

    private mutating func append(digits number: Int, _ length: Int) {
        let text = String(number)
        for _ in 0..<max(0, length - text.utf8.count) { bytes.append(UInt8(ascii: "0")) }
        bytes.append(contentsOf: text.utf8)
    }

    /// The day of the Gregorian calendar, so many days after 1 January 1970, by
    /// years that begin in March, of which 400 have 146 097 days.
    private static func calendarDay(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let (era, ofEra) = (days + 719_468).flooredDivision(by: 146_097)
        let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let day = ofYear - (153 * month + 2) / 5 + 1
        return (era * 400 + year + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9, day)
    }

    /// Whether a byte of a text stands for itself between quotes.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
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

extension Int {
    /// The quotient rounded down, and what is left over it.
    fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, rest: Int) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}
