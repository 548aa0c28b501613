import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking

/// Gives each connection the next answer of a list; after its end, the
/// transport stops.
final class StreamScript: HTTPTransport {
    enum Answer: Sendable {
        /// Events, and the end of the stream.
        case pieces([String])
        /// An event, and nothing more, ever.
        case silence(after: String)
        case status(HTTPStatus, retryAfter: String?)
        case failure(HTTPTransportError)

        static func events(_ texts: String...) -> Answer { .pieces(texts) }
    }

    private let answers: Locked<[Answer]>
    private let asked = Locked<[String?]>([])
    private let meanwhile: @Sendable () async -> Void

    /// - Parameter meanwhile: Happens while the server is asked.
    init(_ answers: [Answer], meanwhile: @escaping @Sendable () async -> Void = {}) {
        self.answers = Locked(answers)
        self.meanwhile = meanwhile
    }

    /// The identifiers after which connections asked to resume.
    var lastIDs: [String?] { asked.current }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        guard !Task.isCancelled else { throw .cancelled }
        asked.withLock { $0.append(request.fields[.lastEventID]) }
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        await meanwhile()
        var fields = HTTPFields()
        switch answer {
        case .pieces(let texts)?:
            fields[.contentType] = "text/event-stream"
            let pieces = texts.map { Data($0.utf8) }
            return HTTPStreamingResponse(status: .ok, fields: fields, body: HTTPBodyStream(pieces: pieces))
        case .silence(let text)?:
            fields[.contentType] = "text/event-stream"
            return HTTPStreamingResponse(status: .ok, fields: fields, body: HTTPBodyStream(SilentSource(text)))
        case .status(let status, let retryAfter)?:
            fields[.retryAfter] = retryAfter
            return HTTPStreamingResponse(status: status, fields: fields, body: HTTPBodyStream(pieces: []))
        case .failure(let error)?: throw error
        case nil: throw .cancelled
        }
    }

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse { throw .cancelled }

    func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse { throw .cancelled }
}

/// Brings one piece, and then nothing until it is cancelled.
private final class SilentSource: HTTPBodySource {
    private let first: Locked<Data?>
    private let clock = ManualClock()

    init(_ text: String) {
        first = Locked(Data(text.utf8))
    }

    func next() async throws(HTTPTransportError) -> Data? {
        if let piece = first.withLock({ piece in
            defer { piece = nil }
            return piece
        }) {
            return piece
        }
        try? await clock.sleep(for: .seconds(1))
        throw .cancelled
    }

    func cancel() {}
}

/// A clock on which pauses take no time and are noted; only the watch over
/// silence waits for as long as it is needed.
final class PauseClock: Clock {
    typealias Instant = ManualClock.Instant

    private let base = ManualClock()
    private let noted = Locked<[Duration]>([])

    var now: Instant { base.now }
    var minimumResolution: Duration { .zero }
    var pauses: [Duration] { noted.current }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let pause = base.now.duration(to: deadline)
        guard pause != .seconds(45) else { return try await base.sleep(until: deadline) }
        noted.withLock { $0.append(pause) }
    }
}
