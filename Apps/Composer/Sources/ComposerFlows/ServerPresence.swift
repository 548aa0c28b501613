public import HTTPTransportAPI
import Locking

/// Knows whether anything answered at the server's address, the last time that it was
/// asked: a certificate that isn't trusted is no server that doesn't run.
public struct ServerPresence: Sendable {
    private let missing = Locked(false)
    private let answered = Locked(false)

    /// Begins as if something were there.
    public init() {}

    /// Whether it has answered something.
    public var hasAnswered: Bool { answered.current }

    /// Whether nothing was found there.
    public var isMissing: Bool { missing.current }

    /// A transport that finds out with each request.
    public func noting(_ transport: any HTTPTransport) -> any HTTPTransport {
        NotingTransport(transport: transport, missing: missing, answered: answered)
    }
}

private struct NotingTransport: HTTPTransport {
    let transport: any HTTPTransport
    let missing: Locked<Bool>
    let answered: Locked<Bool>

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        try await noting { () async throws(HTTPTransportError) in try await transport.send(request) }
    }

    func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        try await noting { () async throws(HTTPTransportError) in
            try await transport.download(request, toFile: path, progress: progress)
        }
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        try await noting { () async throws(HTTPTransportError) in try await transport.stream(request) }
    }

    private func noting<Answer: Sendable>(
        _ ask: () async throws(HTTPTransportError) -> Answer
    ) async throws(HTTPTransportError) -> Answer {
        do throws(HTTPTransportError) {
            let answer = try await ask()
            missing.withLock { $0 = false }
            answered.withLock { $0 = true }
            return answer
        } catch {
            switch error {
            case .connectivity: missing.withLock { $0 = true }
            case .timedOut, .tls, .tooLarge, .invalidResponse: missing.withLock { $0 = false }
            // Nobody was asked.
            case .cancelled, .invalidRequest, .insecureAddress, .credentialsUnavailable, .refusedByPins, .fileSystem:
                break
            }
            throw error
        }
    }
}
