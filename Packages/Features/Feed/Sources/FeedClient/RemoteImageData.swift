import AtomicFiles
import CoreModels
package import CryptographyAPI
import FeedAPI
import FeedContract
import FoundationEssentials
package import HTTPTransportAPI
import HTTPTypes
import Localization
import Presenting

/// Loads the bytes of pictures from the server, and goes on where an earlier
/// download broke off (RFC 9110, section 14).
package struct RemoteImageData: Sendable {
    let transport: any HTTPTransport
    let hashing: any Hashing
    /// Where what came of downloads that broke off is kept.
    let partialFolder: String
    /// How large a picture may be, in bytes.
    let maximumBytes: Int
    /// How long a picture may take: a server that stops in the middle must not
    /// keep the program.
    let timeLimit: TimeLimit

    /// What is smaller is sooner loaded again than kept.
    private static let leastPartialBytes = 128 * 1024
    private static let accepted = ImageFormat.allCases.map(\.rawValue).joined(separator: ", ")

    package init(
        transport: any HTTPTransport, hashing: any Hashing, partialFolder: String, maximumBytes: Int,
        timeLimit: Duration, clock: any Clock<Duration>, executor: (any TaskExecutor)? = nil
    ) {
        self.transport = transport
        self.hashing = hashing
        self.partialFolder = partialFolder
        self.maximumBytes = maximumBytes
        self.timeLimit = TimeLimit(timeLimit, clock: clock, executor: executor)
    }

    private enum Answer {
        case body(Data)
        case other(ServerAnswer)
    }

    /// How much of an answer that isn't a picture is read: it says why.
    private static let problemBytes = 64 * 1024

    /// Loads a picture; it is an image as a whole.
    func load(
        from url: URL, progress: @escaping @Sendable (ImageDataProgress) -> Void
    ) async throws(ImageDataError) -> Data {
        let answer: Answer
        do throws(HTTPTransportError) {
            answer = try await timeLimit.run { () async throws(HTTPTransportError) in
                try await ask(for: url, goingOn: true, progress)
            }
        } catch {
            throw error.mapped(
                cancelled: ImageDataError.cancelled, unreachable: ImageDataError.connectivity,
                unintelligible: .invalidData, impossible: ImageDataError.impossible)
        }
        switch answer {
        case .body(let data) where ImageFormat(content: data) != nil: return data
        case .body: throw .invalidData
        case .other(let answer): throw ImageDataError(answer)
        }
    }

    /// An answer that isn't a picture, with as much of its body as may say why.
    private func other(_ response: HTTPStreamingResponse) async throws(HTTPTransportError) -> Answer {
        var body = Data()
        if response.status.rawValue >= 400 {
            var pieces = response.body.makeAsyncIterator()
            while let piece = try await pieces.next() {
                body.append(piece)
                guard body.count <= Self.problemBytes else { break }
            }
        }
        return .other(
            ServerAnswer(HTTPResponse(status: response.status, fields: response.fields, body: body)))
    }

    /// - Parameter goingOn: Whether to ask for the rest only, if there is a start.
    private func ask(
        for url: URL, goingOn: Bool, _ progress: @escaping @Sendable (ImageDataProgress) -> Void
    ) async throws(HTTPTransportError) -> Answer {
        let file = partialFile(for: url)
        let start = goingOn ? file.flatMap { PartialPicture.left(in: $0, limit: maximumBytes) } : nil
        var request = HTTPRequest(url: url, fields: [.accept: Self.accepted])
        if let start {
            request.fields[.range] = "bytes=\(start.bytes.count)-"
            // Another picture is sent whole.
            request.fields[.ifRange] = start.tag
        }
        let response = try await transport.stream(request)
        switch (response.status, start) {
        // A page isn't a picture: what answers isn't the server.
        case (.ok, _) where response.fields[.contentType]?.lowercased().hasPrefix("text/") != true:
            start?.remove()
            let total = response.fields[.contentLength].flatMap { Int($0) }
            return .body(try await receive(response, total: total, file: file, progress))
        case (.partialContent, let start?):
            guard let range = ContentRange(response.fields[.contentRange]), range.first == start.bytes.count else {
                start.remove()
                return try await other(response)
            }
            return .body(try await receive(response, after: start, total: range.total, file: file, progress))
        case (.rangeNotSatisfiable, let start?):
            start.remove()
            return try await ask(for: url, goingOn: false, progress)
        default: return try await other(response)
        }
    }

    /// Takes a body, and keeps what comes of it until it is complete.
    private func receive(
        _ response: HTTPStreamingResponse, after start: PartialPicture? = nil, total: Int?, file: AtomicFile?,
        _ progress: @Sendable (ImageDataProgress) -> Void
    ) async throws(HTTPTransportError) -> Data {
        var partial = start
        var data = start?.bytes ?? Data()
        var mayStart = file != nil && start == nil
        var pieces = response.body.makeAsyncIterator()
        while total ?? 0 <= maximumBytes, let piece = try await pieces.next() {
            data.append(piece)
            guard data.count <= maximumBytes else { break }
            if let kept = partial, !kept.append(piece) {
                kept.remove()
                partial = nil
            } else if mayStart, let file, data.count >= Self.leastPartialBytes {
                mayStart = false
                partial = PartialPicture.started(in: file, tag: response.fields[.eTag], with: data)
            }
            progress(ImageDataProgress(receivedBytes: data.count, totalBytes: total))
        }
        // It is complete, or of no use.
        partial?.remove()
        guard max(total ?? 0, data.count) <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
        return data
    }

    private func partialFile(for url: URL) -> AtomicFile? {
        guard let digest = try? hashing.sha256(Data(url.absoluteString.utf8)) else { return nil }
        return AtomicFile(path: partialFolder + "/" + digest.hexadecimal)
    }
}

extension ImageDataError {
    /// What an answer that isn't a picture means.
    init(_ answer: ServerAnswer) {
        let problem = answer.problem
        switch (answer.refusal, answer.obstacle) {
        case _ where problem.code == "image_not_found": self = .notFound
        case (.session, _): self = .notLoggedIn
        case (.proof(let code, let text), _): self = .impossible(Obstacle(code: code, text))
        case (.route(let obstacle), _): self = .impossible(obstacle)
        case (_, let obstacle?): self = .connectivity(obstacle.text)
        case (_, nil):
            guard let code = problem.code, let title = problem.title else {
                self = .invalidData
                return
            }
            // The server explains in the language that was asked for.
            let words = [title, problem.detail].compactMap { $0 }.joined(separator: " ")
            self = .server(code: code, LocalizedText(verbatim: words))
        }
    }
}

/// Which bytes of a file an answer has: `bytes 100-199/200` (RFC 9110, section
/// 14.4).
struct ContentRange: Equatable {
    let first: Int
    /// How many bytes the file has, if the server says so.
    let total: Int?

    init?(_ value: String?) {
        guard let value, value.hasPrefix("bytes ") else { return nil }
        let parts = value.dropFirst(6).split(separator: "/")
        guard parts.count == 2, let first = parts[0].split(separator: "-").first.flatMap({ Int($0) }), first >= 0
        else { return nil }
        self.first = first
        total = Int(parts[1])
    }
}
