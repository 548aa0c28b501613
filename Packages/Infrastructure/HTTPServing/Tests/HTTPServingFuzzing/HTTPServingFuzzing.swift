import FoundationEssentials
import HTTPServingAPI
import HTTPServingMicroHTTPD
import HTTPServingTesting
import HTTPTypes
public import KernelTesting
import Locking

/// What fuzzers try of the package.
public enum HTTPServingFuzzing {
    /// Requests as they come, forms with files, and queries.
    public static let readers: [FuzzedReader] = [requestHead, multipart, query]

    /// The first byte says how the requests are cut into pieces, which must not
    /// change what is refused; what is taken has no line that ends otherwise.
    private static let requestHead = FuzzedReader("request-head") { bytes in
        guard let first = bytes.first else { return }
        let requests = Array(bytes.dropFirst())
        let whole = refusal(of: requests, pieces: max(1, requests.count))
        let cut = refusal(of: requests, pieces: 1 + Int(first) % 16)
        precondition(whole == cut, "a request is taken for another one when it comes in pieces")
        let head = requests.prefix(requests.firstRange(of: Array("\r\n\r\n".utf8))?.lowerBound ?? 0)
        guard whole == nil, !head.isEmpty, !head.starts(with: [0x0D]) else { return }
        for (index, byte) in head.enumerated() where byte < 0x20 && byte != 0x09 {
            let isEnd = byte == 0x0D ? head[index + 1] == 0x0A : byte == 0x0A && head[index - 1] == 0x0D
            precondition(isEnd, "a head with a control character is taken")
        }
    }

    /// The status that refuses the requests; nil if nothing does.
    private static func refusal(of requests: [UInt8], pieces size: Int) -> Int? {
        var scanner = RequestScanner(HTTPServerLimits())
        for start in stride(from: 0, to: requests.count, by: size) {
            let piece = Array(requests[start..<min(start + size, requests.count)])
            do throws(RequestScanner.Violation) {
                try scanner.scan(piece.span)
            } catch {
                precondition((0...piece.count).contains(error.start), "a request that begins beyond the bytes")
                return error.problem.status.rawValue
            }
        }
        return nil
    }

    /// The first byte says how the body is cut into pieces, which must not
    /// change what is read; the rest up to a line feed is the content type.
    private static let multipart = FuzzedReader("multipart") { bytes in
        guard let first = bytes.first, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return }
        let type = String(decoding: bytes[1..<max(1, end)], as: UTF8.self)
        let body = Array(bytes[(end + 1)...])
        let whole = await parts(of: body, type, pieces: max(1, body.count))
        let cut = await parts(of: body, type, pieces: 1 + Int(first) % 16)
        precondition(whole == cut, "a form says something else when it comes in pieces")
    }

    /// The parts with their bytes; nil for what is no form.
    private static func parts(of body: [UInt8], _ type: String, pieces size: Int) async -> [[UInt8]]? {
        let rest = Locked(body[...])
        let content = RequestBody(declaredLength: nil) { () throws(HTTPProblem) in
            rest.withLock { rest in
                defer { rest = rest.dropFirst(size) }
                return rest.isEmpty ? nil : Data(rest.prefix(size))
            }
        }
        var fields = HTTPFields()
        fields[.contentType] = type
        let request = ServerRequest(
            method: .post, path: "/", query: QueryParameters(), fields: fields, body: content,
            peer: SocketAddress(ip: .loopback, port: 1), isSecure: false, requestID: "1")
        do {
            var reader = try MultipartReader(request)
            var parts: [[UInt8]] = []
            while let part = try await reader.nextPart() {
                parts.append(Array(part.name.utf8) + [0])
                while let bytes = try await reader.nextBytes() { parts[parts.count - 1] += bytes }
            }
            return parts
        } catch {
            return nil
        }
    }

    private static let query = FuzzedReader("query") { bytes in
        guard let text = String(validating: bytes, as: UTF8.self), let query = QueryParameters(encoded: text) else {
            return
        }
        for item in query.items { precondition(query[item.name] != nil, "a parameter that can't be found") }
    }
}
