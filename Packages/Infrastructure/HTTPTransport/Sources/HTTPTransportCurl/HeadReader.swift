import Glibc
import HTTPTransportAPI
import HTTPTypes

/// Makes the head of an answer out of its lines.
///
/// The library has found out where the head ends; what it may hold is decided
/// here.
struct HeadReader {
    private let limit: Int
    private var byteCount = 0
    private var status: HTTPStatus?
    private var fields = HTTPFields()
    private var isComplete = false

    init(limit: Int) {
        self.limit = limit
    }

    /// Takes lines and returns the head when one of them completes it.
    ///
    /// Heads of interim answers (1xx) are left out, lines after the head are
    /// trailers and left out too, but all of them count towards the limit.
    mutating func take(_ lines: RawSpan) throws(HTTPTransportError) -> HTTPHead? {
        byteCount += lines.byteCount
        guard byteCount <= limit else { throw .tooLarge(limit: limit) }
        return try unsafe lines.withUnsafeBytes { bytes throws(HTTPTransportError) in
            var start = 0
            while start < bytes.count, !isComplete {
                let next = unsafe Self.first(0x0A, in: bytes, from: start).map { $0 + 1 } ?? bytes.count
                var end = next
                if end > start, unsafe bytes[end - 1] == 0x0A { end -= 1 }
                if end > start, unsafe bytes[end - 1] == 0x0D { end -= 1 }
                if let head = try unsafe take(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) { return head }
                start = next
            }
            return nil
        }
    }

    private mutating func take(_ line: UnsafeRawBufferPointer) throws(HTTPTransportError) -> HTTPHead? {
        guard let status else {
            status = unsafe try Self.status(line)
            fields.reserveCapacity(16)
            return nil
        }
        if unsafe line.isEmpty { return try complete(status) }
        try unsafe takeField(line)
        return nil
    }

    private mutating func complete(_ status: HTTPStatus) throws(HTTPTransportError) -> HTTPHead? {
        guard status.rawValue != 101 else { throw .invalidResponse(reason: "The server switches protocols unasked") }
        if status.rawValue < 200 {
            self.status = nil
            fields = HTTPFields()
            return nil
        }
        isComplete = true
        return HTTPHead(status: status, fields: fields)
    }

    private mutating func takeField(_ line: UnsafeRawBufferPointer) throws(HTTPTransportError) {
        // A value may go on in a line that starts with white space
        // (RFC 9112, section 5.2).
        guard unsafe !Self.isSpace(line[0]) else { return try unsafe takeContinuation(line) }
        guard let colon = unsafe Self.first(UInt8(ascii: ":"), in: line, from: 0) else {
            throw .invalidResponse(reason: "A line is no header field")
        }
        guard let name = unsafe HTTPFieldName(token: UnsafeRawBufferPointer(rebasing: line[..<colon]).bytes) else {
            throw .invalidResponse(reason: "The name of a header field is no token")
        }
        unsafe fields.append(name, Self.text(Self.trimmed(line, from: colon + 1)))
    }

    private mutating func takeContinuation(_ line: UnsafeRawBufferPointer) throws(HTTPTransportError) {
        guard let last = fields.last else { throw .invalidResponse(reason: "The head starts with white space") }
        var longer = HTTPFields()
        for field in fields.dropLast() { longer.append(field.name, field.value) }
        unsafe longer.append(last.name, last.value + " " + Self.text(Self.trimmed(line, from: 0)))
        fields = longer
    }

    /// Reads `HTTP/1.1 200 OK` and `HTTP/2 200`.
    private static func status(_ line: UnsafeRawBufferPointer) throws(HTTPTransportError) -> HTTPStatus {
        guard unsafe line.starts(with: "HTTP/".utf8), let space = unsafe line.firstIndex(of: UInt8(ascii: " ")) else {
            throw .invalidResponse(reason: "The status line can't be read")
        }
        let rest = unsafe line[(space + 1)...].drop { $0 == UInt8(ascii: " ") }
        let digits = unsafe rest.prefix { $0 != UInt8(ascii: " ") }
        let code = unsafe digits.reduce(0) { (0x30...0x39).contains($1) ? min($0, 999) * 10 + Int($1 - 0x30) : 10_000 }
        guard unsafe digits.count == 3, (100...599).contains(code) else {
            throw .invalidResponse(reason: "The status line can't be read")
        }
        return HTTPStatus(rawValue: code)
    }

    /// Bytes that are not UTF-8 are read as Latin-1, as they were once meant
    /// (RFC 9110, section 5.5).
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        if unsafe bytes.reduce(0, |) < 0x80 { return unsafe String(decoding: bytes, as: UTF8.self) }
        return unsafe String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map(Unicode.Scalar.init)))
    }

    private static func trimmed(_ bytes: UnsafeRawBufferPointer, from start: Int) -> UnsafeRawBufferPointer {
        var (start, end) = (start, bytes.count)
        while start < end, unsafe isSpace(bytes[start]) { start += 1 }
        while start < end, unsafe isSpace(bytes[end - 1]) { end -= 1 }
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }

    private static func first(_ byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard let base = bytes.baseAddress, let place = unsafe memchr(base + start, Int32(byte), bytes.count - start)
        else { return nil }
        return unsafe UnsafeRawPointer(place) - base
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
