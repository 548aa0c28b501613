import HTTPServingAPI
import Localization

/// What of a request's head says where the request ends.
struct ScannedHead {
    private var isVersion1_1 = true
    private var length: Int?
    private var codings = 0
    private var isChunked = false
    private(set) var wishes = AnswerWishes()

    init() {}

    /// Reads method, target and version: one space between each, and nothing
    /// else (RFC 9112, section 3).
    mutating func begin(requestLine line: Span<UInt8>, targetBytes: Int) throws(HTTPProblem) {
        (isVersion1_1, length, codings, isChunked) = (true, nil, 0, false)
        wishes.forget()
        var index = 0
        while index < line.count, Self.isTokenByte(line[index]) { index += 1 }
        guard index > 0, index < line.count, line[index] == Self.space else {
            throw RequestHead.malformed("method", "método")
        }
        let start = index + 1
        index = start
        while index < line.count, line[index] > Self.space { index += 1 }
        guard index - start <= targetBytes else { throw .uriTooLong(limit: targetBytes) }
        guard index > start, index + 9 == line.count, line[index] == Self.space else {
            throw RequestHead.malformed("request line", "línea de petición")
        }
        try readVersion(line.extracting((index + 1)...))
    }

    private mutating func readVersion(_ text: Span<UInt8>) throws(HTTPProblem) {
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        guard Self.equal(text.extracting(..<5), "http/"), text[0] == 0x48, text[1] == 0x54, text[2] == 0x54,
            text[3] == 0x50, isDigit(text[5]), text[6] == 0x2E, isDigit(text[7])
        else { throw RequestHead.malformed("request line", "línea de petición") }
        guard text[5] == 0x31, text[7] <= 0x31 else { throw .versionNotSupported }
        isVersion1_1 = text[7] == 0x31
    }

    /// Takes note of a field that says where the body ends.
    mutating func read(_ line: Span<UInt8>, bodyBytes: Int, isTrailer: Bool) throws(HTTPProblem) {
        var colon = 0
        while colon < line.count, Self.isTokenByte(line[colon]) { colon += 1 }
        guard colon > 0, colon < line.count, line[colon] == UInt8(ascii: ":") else {
            throw RequestHead.malformed("header field", "campo de cabecera")
        }
        let name = line.extracting(..<colon)
        if colon == 6, Self.equal(name, "accept") {
            wishes.noteType(line.extracting(Self.value(of: line, after: colon)...))
        } else if colon == 15, Self.equal(name, "accept-language") {
            wishes.noteLanguage(line.extracting(Self.value(of: line, after: colon)...))
        }
        guard colon == 14 || colon == 17 else { return }
        if Self.equal(name, "content-length") {
            guard !isTrailer, length == nil else { throw RequestHead.malformed("Content-Length", "Content-Length") }
            length = try Self.length(line.extracting(Self.value(of: line, after: colon)...), bodyBytes)
        } else if Self.equal(name, "transfer-encoding") {
            guard !isTrailer else { throw RequestHead.malformed("Transfer-Encoding", "Transfer-Encoding") }
            codings += 1
            isChunked = Self.equal(line.extracting(Self.value(of: line, after: colon)...), "chunked")
        }
    }

    /// Where the body ends (RFC 9112, section 6.3).
    func framing() throws(HTTPProblem) -> RequestHead.Framing {
        guard codings > 0 else { return length.map { .length($0) } ?? .none }
        guard codings == 1, isChunked else { throw RequestHead.unknownCoding }
        guard length == nil, isVersion1_1 else {
            throw RequestHead.malformed("Transfer-Encoding", "Transfer-Encoding")
        }
        return .chunked
    }

    private static func length(_ digits: Span<UInt8>, _ bodyBytes: Int) throws(HTTPProblem) -> Int {
        var value = 0
        for index in digits.indices {
            guard (0x30...0x39).contains(digits[index]) else {
                throw RequestHead.malformed("Content-Length", "Content-Length")
            }
            // Of more digits it is too large in any case.
            if index < 18 { value = value * 10 + Int(digits[index] - 0x30) }
        }
        guard !digits.isEmpty else { throw RequestHead.malformed("Content-Length", "Content-Length") }
        guard digits.count <= 18 else { throw .bodyTooLarge(limit: bodyBytes) }
        return value
    }

    /// The size that a line before a chunk says; what follows a semicolon means
    /// nothing to us (RFC 9112, section 7.1.1).
    static func chunkSize(_ line: Span<UInt8>) -> Int? {
        var size = 0, index = 0
        while index < line.count, let digit = Character(Unicode.Scalar(line[index])).hexDigitValue {
            guard index < 15, line[index] < 0x80 else { return nil }
            size = size << 4 | digit
            index += 1
        }
        return index > 0 && (index == line.count || line[index] == UInt8(ascii: ";")) ? size : nil
    }

    private static let space = UInt8(ascii: " ")

    /// Where the value of a field begins, behind the blanks before it.
    ///
    /// Those behind it belong to it for the library, and so they do here: they
    /// make a value that says something about the body malformed.
    private static func value(of line: Span<UInt8>, after colon: Int) -> Int {
        var start = colon + 1
        while start < line.count, line[start] == space || line[start] == UInt8(ascii: "\t") { start += 1 }
        return start
    }

    /// Whether the text is the word, which is in small letters.
    private static func equal(_ text: Span<UInt8>, _ word: StaticString) -> Bool {
        guard text.count == word.utf8CodeUnitCount else { return false }
        for index in text.indices {
            let byte = text[index], small = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            guard unsafe small == word.utf8Start[index] else { return false }
        }
        return true
    }

    /// Whether a byte may be in a token (RFC 9110, section 5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        let set: UInt64 = byte < 64 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
        return byte < 128 && set >> UInt64(byte & 63) & 1 == 1
    }
}
