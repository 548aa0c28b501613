import FoundationEssentials

/// Builds lines of a log, of which nothing can be mistaken for another line.
///
/// What there is no room for is left out; ``LogLineFormat`` has room for more
/// than it lets stand.
extension OutputSpan<UInt8> {
    /// Appends text that is known to be harmless.
    mutating func append(_ literal: StaticString) {
        unsafe append(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
    }

    /// Appends text that is known to be harmless.
    mutating func append(harmless text: String) {
        var text = text
        text.withUTF8 { unsafe append($0) }
    }

    /// Appends text of at most `limit` bytes if all of them are harmless.
    ///
    /// - Returns: Whether it was appended.
    mutating func append(_ text: String, limit: Int, if isHarmless: (UInt8) -> Bool) -> Bool {
        var text = text
        return text.withUTF8 { utf8 in
            guard utf8.count <= limit, unsafe utf8.allSatisfy(isHarmless) else { return false }
            unsafe append(utf8)
            return true
        }
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count <= freeCapacity else { return }
        unsafe withUnsafeMutableBufferPointer { bytes, count in
            _ = unsafe UnsafeMutableBufferPointer(rebasing: bytes[count...]).initialize(from: text)
            count += text.count
        }
    }

    private mutating func append(byte: UInt8) {
        if !isFull { append(byte) }
    }

    /// Appends a whole number.
    mutating func append(_ number: Int64) {
        if number < 0 { append("-") }
        append(digits: number.magnitude, atLeast: 1)
    }

    /// Appends seconds, to the microsecond.
    mutating func append(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        if seconds < 0 || attoseconds < 0 { append("-") }
        append(digits: seconds.magnitude, atLeast: 1)
        append(".")
        append(digits: attoseconds.magnitude / 1_000_000_000_000, atLeast: 6)
    }

    private mutating func append(digits number: UInt64, atLeast length: Int) {
        if length > 1 || number >= 10 { append(digits: number / 10, atLeast: length - 1) }
        append(byte: UInt8(ascii: "0") + UInt8(number % 10))
    }

    /// Appends a time in UTC, to the nearest millisecond (RFC 3339).
    mutating func append(_ time: Date) {
        let milliseconds = Int((time.timeIntervalSince1970 * 1_000).rounded())
        let (days, ofDay) = milliseconds.flooredDivision(by: 86_400_000)
        let (year, month, day) = calendarDay(days)
        append(digits: UInt64(year.magnitude), atLeast: 4)
        append("-", digits: month, 2)
        append("-", digits: day, 2)
        append("T", digits: ofDay / 3_600_000, 2)
        append(":", digits: ofDay / 60_000 % 60, 2)
        append(":", digits: ofDay / 1_000 % 60, 2)
        append(".", digits: ofDay % 1_000, 3)
        append("Z")
    }

    private mutating func append(_ separator: StaticString, digits number: Int, _ length: Int) {
        append(separator)
        append(digits: UInt64(number.magnitude), atLeast: length)
    }

    /// Appends text between quotes, as JSON writes it (RFC 8259, section 7).
    ///
    /// Beyond what JSON asks for, every control character and whatever reorders
    /// text is escaped, so that a line shown on a terminal can't act on it.
    /// What would take more than `limit` bytes is cut off with an ellipsis.
    mutating func appendQuoted(_ value: String, limit: Int) {
        append("\"")
        if !append(value, limit: limit, if: isPlain) { appendEscaped(value, limit: limit) }
        append("\"")
    }

    private mutating func appendEscaped(_ value: String, limit: Int) {
        var room = limit
        for scalar in value.unicodeScalars {
            let piece = escaped(scalar)
            room -= piece.utf8.count
            guard room >= 0 else { return append("…") }
            append(harmless: piece)
        }
    }
}

/// The day of the Gregorian calendar, so many days after 1 January 1970, by
/// years that begin in March, of which 400 have 146 097 days.
private func calendarDay(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, ofEra) = (days + 719_468).flooredDivision(by: 146_097)
    let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let day = ofYear - (153 * month + 2) / 5 + 1
    return (era * 400 + year + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9, day)
}

/// Whether a byte of a text stands for itself between quotes.
private func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}

private func escaped(_ scalar: Unicode.Scalar) -> String {
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

private func isDangerous(_ value: UInt32) -> Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
}

private func unicode(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
}

extension Int {
    /// The quotient rounded down, and what is left over it.
    fileprivate func flooredDivision(by divisor: Int) -> (quotient: Int, rest: Int) {
        let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
        return rest < 0 ? (quotient - 1, rest + divisor) : (quotient, rest)
    }
}
