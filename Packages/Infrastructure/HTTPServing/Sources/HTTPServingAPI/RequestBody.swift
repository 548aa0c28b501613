public import FoundationEssentials
import Locking

/// The body of a request: a sequence of chunks that is read once, by one task.
///
/// The server reads from the connection only as fast as chunks are taken, so a
/// body of any size costs little memory. Every reading fails with
/// 413 `body_too_large` beyond ``limit`` and with 400 `incomplete_body` when
/// the client leaves before the end. What a handler hasn't read when it answers
/// is thrown away.
public struct RequestBody: AsyncSequence, Sendable {
    /// A chunk of the body.
    public typealias Element = Data
    /// What reading fails with.
    public typealias Failure = HTTPProblem
    /// Gives the next chunk, or nil at the end; called by one task at a time.
    public typealias Source = @Sendable () async throws(HTTPProblem) -> Data?
    /// Asks whether a request counts still, and throws what is in the way.
    public typealias Check = @Sendable () async throws(HTTPProblem) -> Void

    /// The length that the client announced; nil for a chunked body.
    public let declaredLength: Int?
    /// The number of bytes after which reading fails.
    public let limit: Int
    private let source: Source
    /// What is asked at its end; nil for a body that was there before anybody could ask.
    private let checks: Locked<[Check]>?

    /// Creates a body that is read from `source`.
    public init(declaredLength: Int?, limit: Int = .max, source: @escaping Source) {
        self.init(declaredLength: declaredLength, limit: limit, checks: Locked([]), source: source)
    }

    private init(declaredLength: Int?, limit: Int, checks: Locked<[Check]>?, source: @escaping Source) {
        self.declaredLength = declaredLength
        self.limit = limit
        self.source = source
        self.checks = checks
    }

    /// No body.
    public static let empty = RequestBody(
        declaredLength: 0, limit: .max, checks: nil
    ) { () throws(HTTPProblem) in nil }

    /// The same body with a limit that is at least as strict.
    public func limited(to limit: Int) -> RequestBody {
        RequestBody(
            declaredLength: declaredLength, limit: Swift.min(limit, self.limit), checks: checks, source: source)
    }

    /// Has something asked again once the whole body has come.
    ///
    /// A client decides how long that takes, and what counted when its request
    /// began may not count then. Whoever reads the body learns of its end only
    /// after the check, and reading fails with what that throws; so no handler can
    /// forget it. A body that is in memory already needs none.
    public func checkAtEnd(_ check: @escaping Check) {
        checks?.withLock { $0.append(check) }
    }

    /// Fails when the client announced more than the limit, before any byte is
    /// read.
    public func checkDeclaredLength() throws(HTTPProblem) {
        guard let declaredLength, declaredLength > limit else { return }
        throw .bodyTooLarge(limit: limit)
    }

    /// Reads the whole body into memory.
    public func collect(upTo maximum: Int = .max) async throws(HTTPProblem) -> Data {
        let body = limited(to: maximum)
        try body.checkDeclaredLength()
        var iterator = body.makeAsyncIterator()
        guard var whole = try await iterator.next() else { return Data() }
        while let chunk = try await iterator.next() { whole.append(chunk) }
        return whole
    }

    /// Starts reading.
    public func makeAsyncIterator() -> Iterator {
        Iterator(body: self)
    }

    /// Reads chunk by chunk.
    public struct Iterator: AsyncIteratorProtocol {
        private let body: RequestBody
        private var count = 0

        init(body: RequestBody) {
            self.body = body
        }

        /// The next chunk, never empty, or nil at the end.
        public mutating func next() async throws(HTTPProblem) -> Data? {
            while let chunk = try await body.source() {
                count += chunk.count
                guard count <= body.limit else { throw .bodyTooLarge(limit: body.limit) }
                if !chunk.isEmpty { return chunk }
            }
            for check in body.checks?.current ?? [] { try await check() }
            return nil
        }
    }
}

extension RequestBody {
    /// A body that is in memory already.
    public static func bytes(_ data: Data) -> RequestBody {
        let rest = Locked<Data?>(data)
        return RequestBody(declaredLength: data.count, limit: .max, checks: nil) { () throws(HTTPProblem) in
            rest.withLock { rest in
                defer { rest = nil }
                return rest
            }
        }
    }
}
