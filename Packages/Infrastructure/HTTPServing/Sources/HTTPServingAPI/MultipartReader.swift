public import FoundationEssentials
import HTTPTypes
import Localization

/// Reads a form with files (`multipart/form-data`, RFC 7578), part by part, as it
/// comes: a part of any size costs little memory.
///
/// ```swift
/// var reader = try MultipartReader(request)
/// while let part = try await reader.nextPart() {
///     while let bytes = try await reader.nextBytes() { … }
/// }
/// ```
///
/// Every reading fails as that of the body does, and with 400 `bad_request` for
/// what is no such form.
public struct MultipartReader {
    /// What is said about a part before its bytes.
    public struct Part: Hashable, Sendable {
        /// The name of the form's field.
        public let name: String
        /// What a file was called where it was chosen; nil for what is none, and
        /// empty where none was chosen.
        public let fileName: String?

        /// Creates a description of a part.
        public init(name: String, fileName: String? = nil) {
            self.name = name
            self.fileName = fileName
        }
    }

    private enum Place {
        case beforeFirst, inPart, betweenParts, end
    }

    /// How many bytes the fields of a part's head may have together.
    private static let headLimit = 8 * 1024
    /// How many parts there may be.
    private static let partLimit = 64

    private var body: RequestBody.Iterator
    /// What ends a part: a line end, two hyphens and the boundary.
    private let delimiter: Data
    /// What was read and not yet given.
    private var buffer: Data
    private var place = Place.beforeFirst
    private var count = 0

    /// Begins to read the body of a request.
    ///
    /// - Throws: 415 `unsupported_media_type` for a request without such a form,
    ///   400 `bad_request` for one without a proper boundary.
    public init(_ request: ServerRequest) throws(HTTPProblem) {
        guard let type = request.fields[.contentType], MediaType(contentType: type) == .multipartForm else {
            throw .unsupportedMediaType(expected: .multipartForm)
        }
        guard let boundary = Self.boundary(of: type) else { throw .malformedForm }
        delimiter = Data("\r\n--\(boundary)".utf8)
        // The first boundary may be the body's first line.
        buffer = Data("\r\n".utf8)
        body = request.body.makeAsyncIterator()
    }

    /// Goes on to the next part, past what is left of the one before; nil after
    /// the last one.
    public mutating func nextPart() async throws(HTTPProblem) -> Part? {
        while place == .beforeFirst || place == .inPart { _ = try await take() }
        guard place == .betweenParts else { return nil }
        if try await isAtLastBoundary() {
            place = .end
            // What comes after the last boundary means nothing (RFC 2046, 5.1.1).
            while try await body.next() != nil {}
            return nil
        }
        count += 1
        guard count <= Self.partLimit, try await line() != nil else { throw .malformedForm }
        var part: Part?, length = 0
        while true {
            guard let field = try await self.line() else { throw .malformedForm }
            length += field.count
            guard length <= Self.headLimit else { throw .malformedForm }
            if field.isEmpty { break }
            part = part ?? Self.part(inField: String(decoding: field, as: UTF8.self))
        }
        guard let part else { throw .malformedForm }
        place = .inPart
        return part
    }

    /// The next bytes of the part, never none; nil at its end.
    public mutating func nextBytes() async throws(HTTPProblem) -> Data? {
        while place == .inPart {
            if let bytes = try await take(), !bytes.isEmpty { return bytes }
        }
        return nil
    }

    /// Reads what is left of the part into memory.
    ///
    /// - Throws: 413 `body_too_large` beyond `limit` bytes.
    public mutating func collectBytes(upTo limit: Int) async throws(HTTPProblem) -> Data {
        var whole = Data()
        while let bytes = try await nextBytes() {
            whole += bytes
            guard whole.count <= limit else { throw .bodyTooLarge(limit: limit) }
        }
        return whole
    }

    /// Takes bytes up to the next delimiter, or as many as surely come before it.
    private mutating func take() async throws(HTTPProblem) -> Data? {
        if let end = buffer.firstRange(of: delimiter) {
            let bytes = Data(buffer[..<end.lowerBound])
            buffer = Data(buffer[end.upperBound...])
            place = .betweenParts
            return bytes
        }
        // The delimiter may have begun.
        let safe = max(0, buffer.count - delimiter.count + 1)
        let bytes = Data(buffer.prefix(safe))
        buffer = Data(buffer.dropFirst(safe))
        guard let more = try await body.next() else { throw .malformedForm }
        buffer += more
        return bytes
    }

    /// Whether two hyphens follow the boundary that was just read.
    private mutating func isAtLastBoundary() async throws(HTTPProblem) -> Bool {
        while buffer.count < 2 {
            guard let more = try await body.next() else { return false }
            buffer += more
        }
        return buffer.starts(with: Data("--".utf8))
    }

    /// The bytes up to a line end; nil if there is none within the limit.
    private mutating func line() async throws(HTTPProblem) -> Data? {
        while true {
            if let end = buffer.firstRange(of: Data("\r\n".utf8)) {
                defer { buffer = Data(buffer[end.upperBound...]) }
                return Data(buffer[..<end.lowerBound])
            }
            guard buffer.count <= Self.headLimit, let more = try await body.next() else { return nil }
            buffer += more
        }
    }

    /// 1 to 70 characters that need no escapes (RFC 2046, 5.1.1).
    private static func boundary(of contentType: String) -> String? {
        let parameter = contentType.split(separator: ";").dropFirst().lazy
            .map { $0.drop { $0 == " " || $0 == "\t" } }
            .first { $0.lowercased().hasPrefix("boundary=") }
        guard let value = parameter?.dropFirst("boundary=".count) else { return nil }
        let trimmed = value.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
        let text = String(trimmed).replacing("\"", with: "")
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "'()+_,-./:=?".utf8.contains(byte)
            }
        }
        return isPlain && (1...70).contains(text.utf8.count) ? text : nil
    }

    /// The name in `Content-Disposition: form-data; name="image"` (RFC 7578,
    /// section 4.2); nil for every other field.
    private static func part(inField field: String) -> Part? {
        func value(of parameter: String) -> String? {
            guard let start = field.firstRange(of: " \(parameter)=\"") else { return nil }
            let rest = field[start.upperBound...]
            return rest.firstIndex(of: "\"").map { String(rest[..<$0]) }
        }
        guard field.lowercased().hasPrefix("content-disposition:"), let name = value(of: "name") else { return nil }
        return Part(name: name, fileName: value(of: "filename"))
    }
}

extension HTTPProblem {
    fileprivate static let malformedForm = badRequest(
        LocalizedText(
            en: "The body is no complete form with files (multipart/form-data).",
            es: "El cuerpo no es un formulario con archivos (multipart/form-data) completo."))
}
