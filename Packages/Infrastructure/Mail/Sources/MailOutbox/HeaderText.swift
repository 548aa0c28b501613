import FoundationEssentials

/// Text in header fields.
enum HeaderText {
    /// RFC 5322, section 2.1.1: lines should have no more characters.
    private static let lineLimit = 78
    /// 45 bytes are 60 characters of base64, and `=?utf-8?B?…?=` has 12: within
    /// the 75 of an encoded word (RFC 2047, section 2), and a field name fits
    /// before it.
    private static let wordBytes = 45

    /// Text as it is if it is ASCII and fits into its line, else encoded words,
    /// each with whole characters (RFC 2047, section 5).
    ///
    /// - Parameter column: How many characters stand before it in its line.
    static func encoded(_ text: String, after column: Int) -> String {
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        guard !isPlain || column + text.utf8.count > lineLimit || text.contains("=?") else { return text }
        var words: [Data] = [Data()]
        for character in text.unicodeScalars.filter({ $0.properties.generalCategory != .control }) {
            let bytes = Data(String(character).utf8)
            if let last = words.last, last.count + bytes.count > wordBytes { words.append(Data()) }
            words[words.count - 1].append(bytes)
        }
        return words.map { "=?utf-8?B?\($0.base64EncodedString())?=" }.joined(separator: "\r\n ")
    }

    /// The name before an address: quoted (RFC 5322, section 3.2.4), or encoded.
    static func phrase(_ text: String) -> String {
        let word = encoded(text, after: "From: \"\"".count)
        guard word == text else { return word }
        return "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
