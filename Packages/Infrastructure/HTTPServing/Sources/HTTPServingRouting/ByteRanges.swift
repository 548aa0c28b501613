import FoundationEssentials
import Glibc
import HTTPServingAPI
import HTTPTypes

/// Answers a request for a range of bytes (RFC 9110, section 14).
///
/// One range is answered with 206. Several ranges are answered with the whole,
/// as section 14.2 allows: they serve attacks more often than readers.
enum ByteRanges {
    /// What a `Range` value asks for.
    enum Request: Equatable {
        case whole
        case part(Range<Int>)
        case unsatisfiable
    }

    static func parse(_ value: String, length: Int) -> Request {
        let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes", !parts[1].contains(",") else { return .whole }
        let ends = parts[1].filter { $0 != " " && $0 != "\t" }
            .split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return .whole
        }
        switch (ends[0].isEmpty, ends[1].isEmpty) {
        case (true, true): return .whole
        case (true, false):
            let count = min(number(ends[1]), length)
            return count == 0 ? .unsatisfiable : .part(length - count..<length)
        case (false, let isOpen):
            let first = number(ends[0])
            let last = isOpen ? Int.max : number(ends[1])
            guard first <= last else { return .whole }
            return first >= length ? .unsatisfiable : .part(first..<min(last, length - 1) + 1)
        }
    }

    /// Narrows an answer to what the request asks for.
    static func apply(to response: ServerResponse, for request: ServerRequest) throws(HTTPProblem) -> ServerResponse {
        guard response.allowsRanges, response.status == .ok, let length = length(of: response.body) else {
            return response
        }
        var response = response
        response.fields[.acceptRanges] = "bytes"
        guard request.method == .get, let value = request.fields[.range], isCurrent(request, response) else {
            return response
        }
        switch parse(value, length: length) {
        case .whole: return response
        case .unsatisfiable: throw .rangeNotSatisfiable(length: length)
        case .part(let range):
            response.status = .partialContent
            response.fields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
            response.body = slice(response.body, range)
            return response
        }
    }

    /// Whether `If-Range` names what would be sent; a date never does, since
    /// answers carry no `Last-Modified`.
    private static func isCurrent(_ request: ServerRequest, _ response: ServerResponse) -> Bool {
        guard let condition = request.fields[.ifRange] else { return true }
        return response.fields[.eTag].map { ConditionalRequests.isStrongMatch(condition, $0) } ?? false
    }

    private static func slice(_ body: ResponseBody, _ range: Range<Int>) -> ResponseBody {
        switch body {
        case .bytes(let data):
            .bytes(data.subdata(in: data.startIndex + range.lowerBound..<data.startIndex + range.upperBound))
        case .file(let path, _): .file(path: path, range: range)
        case .none, .stream, .events: body
        }
    }

    private static func length(of body: ResponseBody) -> Int? {
        switch body {
        case .bytes(let data): return data.count
        case .file(let path, nil):
            var status = stat()
            guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            return Int(status.st_size)
        case .none, .file, .stream, .events: return nil
        }
    }

    /// Digits as a number; more than fits is as much as fits.
    private static func number(_ digits: Substring) -> Int {
        Int(digits) ?? .max
    }
}
