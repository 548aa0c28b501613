import HTTPTransportAPI
import HTTPTypes

/// Makes the head of an answer out of its lines.
///
/// The library has split the lines; what they may hold is decided here.
struct HeadReader {
    private let limit: Int
    private var byteCount = 0
    private var status: HTTPStatus?
    private var fields: [HTTPFields.Field] = []
    private var isComplete = false

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes a line and returns the head when this line completes it.
    ///
    /// Heads of interim answers (1xx) are left out, lines after the head are
    /// trailers and left out too, but all of them count towards the limit.
    mutating func take(_ line: RawSpan) throws(HTTPTransportError) -> HTTPHead? {
        byteCount += line.byteCount
        guard byteCount <= limit else { throw .tooLarge(limit: limit) }
        guard !isComplete else { return nil }
        let text = Self.text(line)
        guard let status else {
            self.status = try Self.status(text)
            return nil
        }
        if text.isEmpty { return try complete(status) }
        try takeField(text)
        return nil
    }

    private mutating func complete(_ status: HTTPStatus) throws(HTTPTransportError) -> HTTPHead? {
        guard status.rawValue != 101 else { throw .invalidResponse(reason: "The server switches protocols unasked") }
        if status.rawValue < 200 {
            self.status = nil
            fields = []
            return nil
        }
        isComplete = true
        var head = HTTPHead(status: status, fields: HTTPFields())
        for field in fields { head.fields.append(field.name, field.value) }
        return head
    }

    private mutating func takeField(_ line: String) throws(HTTPTransportError) {
        // A value may go on in a line that starts with white space
        // (RFC 9112, section 5.2).
        if line.utf8.first == 0x20 || line.utf8.first == 0x09 {
            guard let last = fields.popLast() else {
                throw .invalidResponse(reason: "The head starts with white space")
            }
            fields.append(HTTPFields.Field(name: last.name, value: last.value + " " + Self.trimmed(line[...])))
            return
        }
        guard let colon = line.firstIndex(of: ":") else { throw .invalidResponse(reason: "A line is no header field") }
        let name = HTTPFieldName(String(line[..<colon]))
        guard name.isValid else { throw .invalidResponse(reason: "The name of a header field is no token") }
        fields.append(HTTPFields.Field(name: name, value: Self.trimmed(line[line.index(after: colon)...])))
    }

    /// Reads `HTTP/1.1 200 OK` and `HTTP/2 200`.
    private static func status(_ line: String) throws(HTTPTransportError) -> HTTPStatus {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, parts[0].hasPrefix("HTTP/"), parts[1].utf8.count == 3, let code = Int(parts[1]),
            (100...599).contains(code)
        else { throw .invalidResponse(reason: "The status line can't be read") }
        return HTTPStatus(rawValue: code)
    }

    /// The line without its end.
    ///
    /// Bytes that are not UTF-8 are read as Latin-1,
    /// as they were once meant (RFC 9110, section 5.5).
    private static func text(_ line: RawSpan) -> String {
        line.withUnsafeBytes { bytes in
            var bytes = bytes[...]
            if bytes.last == 0x0A { bytes = bytes.dropLast() }
            if bytes.last == 0x0D { bytes = bytes.dropLast() }
            return String(validating: bytes, as: UTF8.self)
                ?? String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
        let start = text.unicodeScalars.drop(while: isSpace)
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(start[...last])
    }
}
