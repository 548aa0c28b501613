import CMicroHTTPD
import HTTPServingAPI
import HTTPTypes
import Localization

/// The header of a request, read strictly.
///
/// The library is lenient in ways that let two readers of the same bytes see
/// different requests (request smuggling, RFC 9112, sections 6 and 11.2), so
/// what it accepts is checked again here.
struct RequestHead {
    /// The parts of the request line that the library has read.
    struct Line {
        let method: String
        let version: String
    }

    /// How the body is delimited.
    enum Framing: Equatable {
        case none
        case length(Int)
        case chunked
    }

    let method: HTTPMethod
    let path: String
    let query: QueryParameters
    let fields: HTTPFields
    let framing: Framing
    let expectsContinue: Bool

    /// The header of a request that couldn't be read, for the answer to it.
    init(unreadable line: Line, fields: HTTPFields) {
        method = HTTPMethod(rawValue: line.method)
        path = "/"
        query = QueryParameters()
        self.fields = fields
        framing = .none
        expectsContinue = false
    }

    init(_ line: Line, target: [UInt8], fields: HTTPFields, limits: HTTPServerLimits) throws(HTTPProblem) {
        let isUsual = line.method == "GET" || line.method == "POST"
        guard isUsual || HTTPFieldName(line.method).isValid else { throw Self.malformed("method", "método") }
        method = HTTPMethod(rawValue: line.method)
        guard target.count <= limits.targetBytes else { throw .uriTooLong(limit: limits.targetBytes) }
        (path, query) = try Self.read(target, method)
        if fields.firstInvalid != nil { throw Self.malformed("header field", "campo de cabecera") }
        self.fields = fields
        let hosts = fields.count { $0.name == .host }
        guard hosts == 1 || (hosts == 0 && line.version == "HTTP/1.0") else { throw Self.malformed("Host", "Host") }
        if let host = fields[.host] { try Self.check(host, target) }
        framing = try Self.framing(fields, line.version, limits)
        expectsContinue = fields[Self.expect]?.lowercased() == "100-continue"
    }

    private static let expect: HTTPFieldName = "Expect"
    private static let delimiters: [HTTPFieldName] = [.contentLength, .transferEncoding]

    var hasBody: Bool { framing != .none && framing != .length(0) }

    /// The fields of a request as the library has split them.
    static func fields(of connection: OpaquePointer) -> HTTPFields {
        var fields = HTTPFields()
        unsafe withUnsafeMutablePointer(to: &fields) { pointer in
            _ = unsafe MHD_get_connection_values_n(connection, .HEADER_KIND, collect, pointer)
        }
        return fields
    }

    private static func framing(
        _ fields: HTTPFields, _ version: String, _ limits: HTTPServerLimits
    ) throws(HTTPProblem) -> Framing {
        guard fields.contains(anyOf: delimiters) else { return .none }
        let lengths = fields.values(of: .contentLength)
        let codings = fields.values(of: .transferEncoding)
        guard codings.isEmpty else {
            guard codings.count == 1, codings[0].lowercased() == "chunked" else {
                throw unknownCoding
            }
            guard lengths.isEmpty, version == "HTTP/1.1" else {
                throw malformed("Transfer-Encoding", "Transfer-Encoding")
            }
            return .chunked
        }
        guard let text = lengths.first else { return .none }
        guard lengths.count == 1, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw malformed("Content-Length", "Content-Length")
        }
        guard let length = Int(text), length <= limits.bodyBytes else { throw .bodyTooLarge(limit: limits.bodyBytes) }
        return .length(length)
    }

    /// Reads the origin form, the absolute form and the asterisk form
    /// (RFC 9112, section 3.2).
    private static func read(
        _ target: [UInt8], _ method: HTTPMethod
    ) throws(HTTPProblem) -> (String, QueryParameters) {
        guard target.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { throw badTarget }
        if target == [UInt8(ascii: "*")], method == .options { return ("*", QueryParameters()) }
        let rest = target.first == UInt8(ascii: "/") ? target[...] : try behindAuthority(target)
        guard let end = rest.firstIndex(of: UInt8(ascii: "?")) else { return (try text(rest), QueryParameters()) }
        guard let query = QueryParameters(encoded: rest[end...].dropFirst()) else { throw badTarget }
        return (try text(rest[..<end]), query)
    }

    /// Two names of a server in one request are for two readers (RFC 9112,
    /// section 3.2.2).
    private static func check(_ host: String, _ target: [UInt8]) throws(HTTPProblem) {
        guard host.isEmpty || HostField(host) != nil else { throw malformed("Host", "Host") }
        guard target.first != UInt8(ascii: "/"), target.count > 1 else { return }
        let rest = target.drop { $0 != UInt8(ascii: ":") }.dropFirst(3)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard let named = HostField(String(decoding: authority, as: UTF8.self)), named == HostField(host) else {
            throw malformed("Host", "Host")
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) throws(HTTPProblem) -> String {
        // Of plain bytes nothing has to be validated.
        let isPlain = bytes.allSatisfy { $0 < 0x80 }
        guard let text = isPlain ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
        else { throw badTarget }
        return text
    }

    /// What follows scheme and authority in the absolute form.
    private static func behindAuthority(_ target: [UInt8]) throws(HTTPProblem) -> ArraySlice<UInt8> {
        let start = String(decoding: target.prefix(8), as: UTF8.self).lowercased()
        guard let scheme = ["http://", "https://"].first(where: { start.hasPrefix($0) }) else { throw badTarget }
        let rest = target.dropFirst(scheme.utf8.count).drop { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        return rest.first == UInt8(ascii: "/") ? rest : [UInt8(ascii: "/")] + rest
    }

    private static let badTarget = HTTPProblem.badRequest(
        LocalizedText(
            en: "The address has a broken escape or is not UTF-8.",
            es: "La dirección tiene un escape incorrecto o no es UTF-8."))

    static let unknownCoding = HTTPProblem.notImplemented(
        LocalizedText(
            en: "Of the transfer codings, only “chunked” is supported.",
            es: "De las codificaciones de transferencia solo se admite «chunked»."))

    static func malformed(_ part: String, _ spanish: String) -> HTTPProblem {
        .badRequest(LocalizedText(en: "Malformed: \(part).", es: "Mal formado: \(spanish)."))
    }
}

private func collect(
    _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameLength: Int,
    _ value: UnsafePointer<CChar>?, _ valueLength: Int
) -> MHD_Result {
    guard let context = unsafe context else { return .NO }
    let fields = unsafe context.assumingMemoryBound(to: HTTPFields.self)
    let key = unsafe UnsafeRawBufferPointer(start: name, count: nameLength)
    // One that is no token is refused later.
    let fieldName = unsafe HTTPFieldName(token: key.bytes) ?? HTTPFieldName(String(decoding: key, as: UTF8.self))
    var bytes = unsafe UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueLength)[...]
    while let last = unsafe bytes.last, last == 0x20 || last == 0x09 { unsafe bytes.removeLast() }
    unsafe fields.pointee.append(fieldName, String(decoding: bytes, as: UTF8.self))
    return .YES
}
