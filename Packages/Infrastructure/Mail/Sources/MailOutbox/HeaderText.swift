import FoundationEssentials

/// Text in header fields.
enum HeaderText {
    /// RFC 5322, section 2.1.1: lines should have no more characters.
    private static let lineLimit = 78
    /// 45 bytes are 60 characters of base64, and `=?utf-8?B?…?=` has 12: within
    /// the 75 of an encoded word (RFC 2047, section 2), and a field name fits
    /// before it.
    private static let wordBytes = 45

    /// Text as it is where it is ASCII, so that a code in a subject is read in
    /// the raw letter too, and encoded words for the rest, each with whole
    /// characters (RFC 2047, section 5); folded where a line gets too long.
    ///
    /// - Parameter column: How many characters stand before it in its line.
    static func encoded(_ text: String, after column: Int) -> String {
        // Blanks at its ends, or several in a row, get lost in folding.
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard !text.isEmpty, !words.contains(where: \.isEmpty) else {
            return text.isEmpty ? "" : encodedWords(text[...]).joined(separator: "\r\n ")
        }
        var pieces: [String] = [], run: Range<Substring.Index>?
        for word in words {
            if isPlain(word) {
                pieces += (run.map { encodedWords(text[$0]) } ?? []) + [String(word)]
                run = nil
            } else {
                // Between encoded words, blanks don't count: they are encoded too.
                run = (run?.lowerBound ?? word.startIndex)..<word.endIndex
            }
        }
        pieces += run.map { encodedWords(text[$0]) } ?? []
        return folded(pieces, after: column)
    }

    /// The name before an address: quoted (RFC 5322, section 3.2.4), or encoded.
    ///
    /// - Parameter field: The name of the field, with its colon and blank.
    static func phrase(_ text: String, in field: String) -> String {
        guard text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }), !text.contains("=?"),
            field.utf8.count + text.utf8.count + 2 <= lineLimit
        else { return encodedWords(text[...]).joined(separator: "\r\n ") }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func isPlain(_ word: Substring) -> Bool {
        word.utf8.allSatisfy { (0x21..<0x7F).contains($0) } && !word.contains("=?") && word.utf8.count < lineLimit / 2
    }

    private static func encodedWords(_ text: Substring) -> [String] {
        var words: [Data] = [Data()]
        for character in text.unicodeScalars.filter({ $0.properties.generalCategory != .control }) {
            let bytes = Data(String(character).utf8)
            if let last = words.last, last.count + bytes.count > wordBytes { words.append(Data()) }
            words[words.count - 1].append(bytes)
        }
        return words.map { "=?utf-8?B?\($0.base64EncodedString())?=" }
    }

    /// Pieces with blanks between them, which folding puts at the beginning of
    /// lines (RFC 5322, section 2.2.3).
    private static func folded(_ pieces: [String], after column: Int) -> String {
        var text = "", length = column
        for piece in pieces {
            let isFirst = text.isEmpty
            if !isFirst, length + 1 + piece.utf8.count > lineLimit {
                text += "\r\n"
                length = 0
            }
            text += isFirst ? piece : " " + piece
            length += piece.utf8.count + (isFirst ? 0 : 1)
        }
        return text
    }
}
