import FeedAPI
import FeedContract
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes

/// Loads the bytes of pictures from the server.
struct RemoteImageData: ImageDataLoading {
    let transport: any HTTPTransport
    /// How large a picture may be, in bytes.
    let maximumBytes: Int
    /// How long a picture may take: a server that stops in the middle must not
    /// keep the program.
    let timeLimit: Duration
    let clock: any Clock<Duration>

    func loadImageData(
        from url: URL, progress: (@Sendable (ImageDataProgress) -> Void)?
    ) async throws(ImageDataError) -> Data {
        let (status, data) = try await withinTime { () async throws(HTTPTransportError) in
            try await fetch(url, progress)
        }
        switch status {
        case .ok where ImageFormat(content: data) != nil: return data
        case .notFound: throw .notFound
        case .unauthorized: throw .notLoggedIn
        default: throw .invalidData
        }
    }

    private func fetch(
        _ url: URL, _ progress: (@Sendable (ImageDataProgress) -> Void)?
    ) async throws(HTTPTransportError) -> (HTTPStatus, Data) {
        let request = HTTPRequest(url: url, fields: [.accept: "image/jpeg, image/png"])
        let response = try await transport.stream(request)
        guard response.status == .ok else { return (response.status, Data()) }
        let total = response.fields[.contentLength].flatMap { Int($0) }
        guard total ?? 0 <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
        var data = Data()
        var pieces = response.body.makeAsyncIterator()
        while let piece = try await pieces.next() {
            data.append(piece)
            guard data.count <= maximumBytes else { throw .tooLarge(limit: maximumBytes) }
            progress?(ImageDataProgress(receivedBytes: data.count, totalBytes: total))
        }
        return (response.status, data)
    }

    /// Runs `body` until it ends or the time is up, whichever comes first: a
    /// stream has no limit of its own.
    private func withinTime<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(HTTPTransportError) -> Value
    ) async throws(ImageDataError) -> Value {
        let outcome = await withTaskGroup(of: Result<Value, HTTPTransportError>.self) { group in
            group.addTask {
                do throws(HTTPTransportError) {
                    return .success(try await body())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask { [clock, timeLimit] in
                do {
                    try await clock.sleep(for: timeLimit)
                    return .failure(.timedOut)
                } catch {
                    return .failure(.cancelled)
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.cancelled)
        }
        do throws(HTTPTransportError) {
            return try outcome.get()
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .connectivity, .timedOut, .tls: throw .connectivity(error.text)
            case .tooLarge, .invalidResponse: throw .invalidData
            case .insecureAddress, .credentialsUnavailable, .invalidRequest, .fileSystem:
                throw .impossible(code: error.code, error.text)
            }
        }
    }
}
