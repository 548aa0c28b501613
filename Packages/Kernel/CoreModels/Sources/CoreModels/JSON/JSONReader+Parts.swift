extension JSONReader {
    /// Reads on at the first escape of a text.
    ///
    /// - Parameter start: Where the text begins.
    mutating func textWithEscapes(from start: Int) throws(JSONError) -> String {
        var content = Array(bytes[start..<position])
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: content, as: UTF8.self) else { throw failure("UTF-8") }
                return text
            case UInt8(ascii: "\\"): content.append(contentsOf: String(try escape()).utf8)
            case ..<0x20: throw failure("an escape for a control character")
            default: content.append(byte)
            }
        }
        throw failure("the end of a text")
    }

    /// The character of an escape, behind its backslash (RFC 8259, section 7).
    private mutating func escape() throws(JSONError) -> Unicode.Scalar {
        guard position < bytes.count else { throw failure("an escape") }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try character()
        default: throw failure("an escape")
        }
    }

    /// The character of one escape by number, or of two for a surrogate pair.
    private mutating func character() throws(JSONError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let character = Unicode.Scalar(first) { return character }
        guard UTF16.isLeadSurrogate(first), position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
            bytes[position + 1] == UInt8(ascii: "u")
        else { throw failure("the other half of a character") }
        position += 2
        let second = try codeUnit()
        let number = 0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(second) & 0x3FF
        guard UTF16.isTrailSurrogate(second), let character = Unicode.Scalar(number) else {
            throw failure("the other half of a character")
        }
        return character
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        guard position + 4 <= bytes.count else { throw failure("four digits") }
        var number: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue, bytes[position] < 0x80 else {
                throw failure("four digits")
            }
            number = number << 4 | UInt16(digit)
            position += 1
        }
        return number
    }

    /// Passes over a number (RFC 8259, section 6).
    mutating func skipNumber() throws(JSONError) {
        skip(UInt8(ascii: "-"))
        if !skip(UInt8(ascii: "0")) { try skipDigits() }
        if skip(UInt8(ascii: ".")) { try skipDigits() }
        if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
            if !skip(UInt8(ascii: "+")) { skip(UInt8(ascii: "-")) }
            try skipDigits()
        }
    }

    @discardableResult
    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipDigits() throws(JSONError) {
        let start = position
        while position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
            position += 1
        }
        guard position > start else { throw failure("a value") }
    }
}
