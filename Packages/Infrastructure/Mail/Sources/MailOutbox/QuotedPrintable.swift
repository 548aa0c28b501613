/// The transfer encoding `quoted-printable` (RFC 2045, section 6.7).
enum QuotedPrintable {
    /// RFC 2045, section 6.7, rule 5.
    private static let lineLimit = 76
    private static let digits = Array("0123456789ABCDEF")

    /// The lines of a text, encoded, without their line ends.
    static func lines(of text: String) -> [String] {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }.flatMap { encode(line: $0) }
    }

    private static func encode(line: Substring) -> [String] {
        let bytes = Array(line.utf8)
        var lines: [String] = [], current = ""
        for (index, byte) in bytes.enumerated() {
            let isLast = index == bytes.count - 1
            let unit = encode(byte, isLast: isLast)
            // A line that goes on ends with `=`.
            if current.utf8.count + unit.utf8.count > lineLimit - (isLast ? 0 : 1) {
                lines.append(current + "=")
                current = ""
            }
            current += unit
        }
        return lines + [current]
    }

    private static func encode(_ byte: UInt8, isLast: Bool) -> String {
        let isBlank = byte == 0x20 || byte == 0x09
        // Blanks at the end of a line get lost on the way (rule 3).
        guard (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") || isBlank && !isLast else {
            return "=\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
        }
        return String(UnicodeScalar(byte))
    }
}
