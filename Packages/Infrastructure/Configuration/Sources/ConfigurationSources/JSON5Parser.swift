package import ConfigurationAPI
package import Localization

/// Reads JSON5 and knows the line of each member.
///
/// `JSONDecoder` reads JSON5 too, but says neither where a mistake is nor that a
/// name is given twice, and whoever edits a file by hand needs both.
///
/// The format: <https://spec.json5.org>
package struct JSON5Parser {
    /// A value, and the members of an object with the lines they stand on.
    package enum Value {
        case plain(ConfigurationElement)
        case object([Member])
    }

    package struct Member {
        package let name: String
        package let line: Int
        package let value: Value
    }

    /// What is wrong, and on which line.
    package struct Mistake: Error {
        package let line: Int
        package let reason: LocalizedText
    }

    private static let depthLimit = 32

    private let text: [Unicode.Scalar]
    private var position = 0
    private var line = 1
    private var depth = 0

    private init(_ text: String) {
        // A byte order mark is white space to JSON5.
        self.text = Array(text.unicodeScalars)
    }

    /// Reads a text that holds one value.
    package static func parse(_ text: String) throws(Mistake) -> Value {
        var parser = JSON5Parser(text)
        let value = try parser.value()
        try parser.skipSpace()
        guard parser.next == nil else {
            throw parser.mistake(en: "something stands behind the end", es: "hay algo después del final")
        }
        return value
    }

    private mutating func value() throws(Mistake) -> Value {
        try skipSpace()
        switch next {
        case "{": return .object(try nested { (parser) throws(Mistake) in try parser.members() })
        case "[": return .plain(.list(try nested { (parser) throws(Mistake) in try parser.elements() }))
        case "\"", "'": return .plain(.string(try string()))
        case nil: throw mistake(en: "the file ends too early", es: "el archivo termina antes de tiempo")
        default: return .plain(try word())
        }
    }

    private mutating func nested<Result>(
        _ body: (inout JSON5Parser) throws(Mistake) -> Result
    ) throws(Mistake) -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.depthLimit else {
            throw mistake(en: "it is nested too deeply", es: "tiene demasiados niveles")
        }
        advance()
        return try body(&self)
    }

    private mutating func members() throws(Mistake) -> [Member] {
        var members: [Member] = []
        while try !ends(with: "}", after: members.isEmpty) {
            let line = line
            let name = next == "\"" || next == "'" ? try string() : try identifier()
            try skipSpace()
            guard take(":") else {
                throw mistake(en: "a colon is missing after \(name)", es: "faltan los dos puntos después de \(name)")
            }
            members.append(Member(name: name, line: line, value: try value()))
        }
        return members
    }

    private mutating func elements() throws(Mistake) -> [ConfigurationElement] {
        var elements: [ConfigurationElement] = []
        while try !ends(with: "]", after: elements.isEmpty) {
            guard case .plain(let element) = try value() else {
                throw mistake(
                    en: "an object can't stand in a list here", es: "aquí no puede haber un objeto en una lista")
            }
            elements.append(element)
        }
        return elements
    }

    /// Whether a list or object ends here; a comma may stand before its end.
    private mutating func ends(with end: Unicode.Scalar, after isEmpty: Bool) throws(Mistake) -> Bool {
        try skipSpace()
        if take(end) { return true }
        guard !isEmpty else { return false }
        guard take(",") else { throw mistake(en: "a comma or \(end) is missing", es: "falta una coma o \(end)") }
        try skipSpace()
        return take(end)
    }

    // MARK: - Words

    private mutating func identifier() throws(Mistake) -> String {
        let name = takeWhile {
            $0 == "_" || $0 == "$" || $0.properties.isAlphabetic || $0.properties.numericType != nil
        }
        guard let first = name.unicodeScalars.first, first.properties.numericType == nil else {
            throw mistake(en: "a name is missing", es: "falta un nombre")
        }
        return name
    }

    private mutating func word() throws(Mistake) -> ConfigurationElement {
        let word = takeWhile { !",:]}[{\"'/".unicodeScalars.contains($0) && !Self.isSpace($0) }
        switch word {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null": return .null
        default:
            if let number = Self.number(word) { return number }
            let found = word.isEmpty ? next.map { "\($0)" } ?? "" : word
            throw mistake(
                en: "a value is missing before “\(found)”; text stands in quotes",
                es: "falta un valor antes de «\(found)»; el texto va entre comillas")
        }
    }

    /// Whole numbers, also hexadecimal, and others; no infinity: no setting has
    /// use for it.
    private static func number(_ word: String) -> ConfigurationElement? {
        let isNegative = word.hasPrefix("-")
        let digits = word.drop { $0 == "-" || $0 == "+" }
        guard word.count - digits.count <= 1 else { return nil }
        if digits.lowercased().hasPrefix("0x") {
            let magnitude = digits.dropFirst(2).first?.isHexDigit == true ? Int(digits.dropFirst(2), radix: 16) : nil
            return magnitude.map { .integer(isNegative ? -$0 : $0) }
        }
        // JSON5 has no octal numbers, so a leading zero stands alone.
        let isOctal = digits.hasPrefix("0") && digits.dropFirst().first?.isNumber == true
        guard !isOctal, digits.allSatisfy({ "0123456789.eE+-".contains($0) }) else { return nil }
        if let whole = Int(digits) { return .integer(isNegative ? -whole : whole) }
        let padded = (digits.hasPrefix(".") ? "0" : "") + digits + (digits.hasSuffix(".") ? "0" : "")
        guard let value = Double(padded), value.isFinite else { return nil }
        return .number(isNegative ? -value : value)
    }

    // MARK: - Strings

    private mutating func string() throws(Mistake) -> String {
        let quote = next
        let start = line
        advance()
        var result = String.UnicodeScalarView()
        while let scalar = next {
            advance()
            if scalar == quote { return String(result) }
            if scalar == "\n" || scalar == "\r" { break }
            if scalar != "\\" {
                result.append(scalar)
            } else if let escaped = try escape() {
                result.append(escaped)
            }
        }
        throw Mistake(line: start, reason: LocalizedText(en: "a quotation mark is missing", es: "falta una comilla"))
    }

    /// The character that an escape stands for; none for a continued line.
    private mutating func escape() throws(Mistake) -> Unicode.Scalar? {
        guard let scalar = next else { throw mistake(en: "a quotation mark is missing", es: "falta una comilla") }
        advance()
        switch scalar {
        case "b": return "\u{08}"
        case "f": return "\u{0C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "v": return "\u{0B}"
        case "0": return "\0"
        case "x": return try hexadecimal(digits: 2)
        case "u": return try unicode()
        case "\r":
            _ = take("\n")
            return nil
        case "\n", "\u{2028}", "\u{2029}": return nil
        case "1"..."9": throw mistake(en: "there is no escape \\\(scalar)", es: "no existe el escape \\\(scalar)")
        default: return scalar
        }
    }

    private mutating func unicode() throws(Mistake) -> Unicode.Scalar {
        let first = try codeUnit(digits: 4)
        guard (0xD800..<0xDC00).contains(first) else { return try character(first) }
        guard take("\\"), take("u") else {
            throw mistake(en: "half a character is missing", es: "falta medio carácter")
        }
        let second = try codeUnit(digits: 4)
        guard (0xDC00..<0xE000).contains(second) else {
            throw mistake(en: "half a character is missing", es: "falta medio carácter")
        }
        return try character(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    }

    private mutating func hexadecimal(digits: Int) throws(Mistake) -> Unicode.Scalar {
        try character(try codeUnit(digits: digits))
    }

    private func character(_ code: UInt32) throws(Mistake) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(code) else {
            throw mistake(en: "half a character is missing", es: "falta medio carácter")
        }
        return scalar
    }

    private mutating func codeUnit(digits: Int) throws(Mistake) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = next.flatMap({ Character($0).hexDigitValue }) else {
                throw mistake(en: "an escape has too few digits", es: "un escape tiene muy pocas cifras")
            }
            code = code << 4 | UInt32(digit)
            advance()
        }
        return code
    }

    // MARK: - Characters

    private var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

    private mutating func advance() {
        if next == "\n" { line += 1 }
        position += 1
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        advance()
        return true
    }

    private mutating func takeWhile(_ belongs: (Unicode.Scalar) -> Bool) -> String {
        var taken = String.UnicodeScalarView()
        while let scalar = next, belongs(scalar) {
            taken.append(scalar)
            advance()
        }
        return String(taken)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{FEFF}" || scalar.properties.isWhitespace
    }

    /// Skips white space and comments.
    private mutating func skipSpace() throws(Mistake) {
        while let scalar = next {
            if Self.isSpace(scalar) {
                advance()
            } else if scalar == "/" {
                try skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(Mistake) {
        let start = line
        advance()
        if take("/") {
            _ = takeWhile { $0 != "\n" }
        } else if take("*") {
            repeat {
                _ = takeWhile { $0 != "*" }
                guard take("*") else {
                    throw Mistake(
                        line: start, reason: LocalizedText(en: "a comment has no end", es: "un comentario no termina"))
                }
            } while next != "/"
            advance()
        } else {
            throw mistake(en: "a single / stands here", es: "hay una / suelta")
        }
    }

    private func mistake(en english: String, es spanish: String) -> Mistake {
        Mistake(line: line, reason: LocalizedText(en: english, es: spanish))
    }
}
