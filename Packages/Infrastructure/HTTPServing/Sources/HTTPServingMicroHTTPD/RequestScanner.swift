package import HTTPServingAPI
package import HTTPTypes
import Localization

/// Reads what a client sends before the library does, as strictly as RFC 9112
/// is written, and tells what isn't so.
///
/// The library ends lines at a bare LF, ends texts at a NUL, unfolds folded
/// fields, and answers what it can't read by pages of its own. Where two readers
/// of the same bytes, a proxy and this server, take them for different requests,
/// one is smuggled (RFC 9112, section 11.2). So only what can be read in one way
/// reaches the library.
package struct RequestScanner {
    /// Bytes that are no request.
    package struct Violation: Error {
        /// Where among the bytes the request begins that is malformed; 0 for one
        /// that began before them.
        package let start: Int
        /// What is wrong.
        package let problem: HTTPProblem
        /// What the request said before that of how it wants to be answered.
        package let wishes: HTTPFields
    }

    /// What the next bytes are.
    private enum Part {
        case requestLine
        case field
        case body(Int)
        case chunkSize
        case chunk(Int)
        case chunkEnd
        case trailer
    }

    /// More fields than any client sends; the library's memory for them is small.
    private static let mostFields = 100
    /// A size and an extension that nobody needs.
    private static let longestChunkLine = 256

    private let headerBytes: Int
    private let targetBytes: Int
    private let bodyBytes: Int
    private var part = Part.requestLine
    /// The beginning of a line whose end hasn't come.
    private var begun: [UInt8] = []
    private var head = ScannedHead()
    private var headLength = 0
    private var fieldCount = 0

    package init(_ limits: HTTPServerLimits) {
        headerBytes = limits.headerBytes
        targetBytes = limits.targetBytes
        bodyBytes = limits.bodyBytes
    }

    /// Reads on.
    package mutating func scan(_ bytes: Span<UInt8>) throws(Violation) {
        var position = 0, start = 0
        do throws(HTTPProblem) {
            while position < bytes.count {
                switch part {
                case .body(let rest):
                    let count = min(rest, bytes.count - position)
                    position += count
                    part = count == rest ? .requestLine : .body(rest - count)
                case .chunk(let rest):
                    let count = min(rest, bytes.count - position)
                    position += count
                    part = count == rest ? .chunkEnd : .chunk(rest - count)
                case .requestLine, .field, .chunkSize, .chunkEnd, .trailer:
                    position = try scanLine(bytes, from: position)
                }
                // An empty line before a request belongs to it.
                if case .requestLine = part, begun.isEmpty, headLength == 0 { start = position }
            }
        } catch {
            throw Violation(start: start, problem: error, wishes: head.wishes.fields)
        }
    }

    // MARK: Lines

    /// - Returns: where the next line begins, or the end of the bytes.
    private mutating func scanLine(_ bytes: Span<UInt8>, from start: Int) throws(HTTPProblem) -> Int {
        guard let end = try Self.lineEnd(in: bytes, from: start, afterCR: begun.last == Self.cr) else {
            for index in start..<bytes.count { begun.append(bytes[index]) }
            // A CR at the end is no part of the line, if its LF comes.
            try checkLength(begun.last == Self.cr ? begun.count - 1 : begun.count)
            return bytes.count
        }
        if begun.isEmpty {
            try read(bytes.extracting(start..<end))
        } else {
            for index in start..<max(start, end) { begun.append(bytes[index]) }
            if begun.last == Self.cr { begun.removeLast() }
            let line = begun
            begun = []
            try read(line.span)
        }
        return end + 2
    }

    private static let cr = UInt8(ascii: "\r"), lf = UInt8(ascii: "\n"), tab = UInt8(ascii: "\t")

    /// Finds the CR that ends a line; before the bytes (-1) where they begin with
    /// its LF.
    private static func lineEnd(
        in bytes: Span<UInt8>, from start: Int, afterCR: Bool
    ) throws(HTTPProblem) -> Int? {
        if afterCR {
            guard bytes[start] == lf else { throw RequestHead.malformed("line end", "fin de línea") }
            return start - 1
        }
        var index = start
        while true {
            index = firstControl(in: bytes, from: index)
            guard index < bytes.count else { return nil }
            if bytes[index] == cr {
                guard index + 1 < bytes.count else { return nil }
                if bytes[index + 1] == lf { return index }
            }
            guard bytes[index] == tab else { throw RequestHead.malformed("line end", "fin de línea") }
            index += 1
        }
    }

    /// Finds the first byte below 0x20 or of 0x7F, eight at a time.
    private static func firstControl(in bytes: Span<UInt8>, from start: Int) -> Int {
        let raw = unsafe bytes.bytes
        var index = start
        while index + 8 <= bytes.count {
            let word = unsafe UInt64(littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
            let deletes = word ^ 0x7F7F_7F7F_7F7F_7F7F
            let controls = (word &- 0x2020_2020_2020_2020) & ~word
            let found = (controls | ((deletes &- 0x0101_0101_0101_0101) & ~deletes)) & 0x8080_8080_8080_8080
            if found != 0 { return index + found.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < bytes.count, bytes[index] >= 0x20, bytes[index] != 0x7F { index += 1 }
        return index
    }

    private func checkLength(_ length: Int) throws(HTTPProblem) {
        switch part {
        case .requestLine where length > targetBytes + 256: throw .uriTooLong(limit: targetBytes)
        case .chunkSize where length > Self.longestChunkLine: throw RequestHead.malformed("chunk", "fragmento")
        default:
            guard headLength + length <= headerBytes else { throw .headersTooLarge(limit: headerBytes) }
        }
    }

    private mutating func read(_ line: Span<UInt8>) throws(HTTPProblem) {
        try checkLength(line.count)
        switch part {
        case .requestLine: try readRequestLine(line)
        case .field:
            headLength += line.count + 2
            if line.isEmpty { try endHead() } else { try readField(line, isTrailer: false) }
        case .trailer:
            headLength += line.count + 2
            guard line.isEmpty else { return try readField(line, isTrailer: true) }
            (part, headLength) = (.requestLine, 0)
        case .chunkSize:
            guard let size = ScannedHead.chunkSize(line) else { throw RequestHead.malformed("chunk", "fragmento") }
            part = size == 0 ? .trailer : .chunk(size)
        case .chunkEnd:
            guard line.isEmpty else { throw RequestHead.malformed("chunk", "fragmento") }
            part = .chunkSize
        case .body, .chunk: break
        }
    }

    private mutating func readRequestLine(_ line: Span<UInt8>) throws(HTTPProblem) {
        guard !line.isEmpty else {
            // One is forgiven (RFC 9112, section 2.2).
            guard headLength == 0 else { throw RequestHead.malformed("request line", "línea de petición") }
            headLength = 2
            return
        }
        try head.begin(requestLine: line, targetBytes: targetBytes)
        headLength = line.count + 2
        fieldCount = 0
        part = .field
    }

    private mutating func readField(_ line: Span<UInt8>, isTrailer: Bool) throws(HTTPProblem) {
        fieldCount += 1
        guard fieldCount <= Self.mostFields, headLength <= headerBytes else {
            throw .headersTooLarge(limit: headerBytes)
        }
        try head.read(line, bodyBytes: bodyBytes, isTrailer: isTrailer)
    }

    private mutating func endHead() throws(HTTPProblem) {
        headLength = 0
        switch try head.framing() {
        case .none, .length(0): part = .requestLine
        case .length(let length): part = .body(length)
        case .chunked: part = .chunkSize
        }
    }
}
