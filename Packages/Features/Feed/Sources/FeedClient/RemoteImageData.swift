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

    func loadImageData(
        from url: URL, progress: (@Sendable (ImageDataProgress) -> Void)?
    ) async throws(ImageDataError) -> Data {
        var limits = HTTPLimits()
        limits.total = .seconds(300)
        limits.maximumResponseBytes = maximumBytes
        let request = HTTPRequest(url: url, fields: [.accept: "image/jpeg, image/png"], limits: limits)
        let response: HTTPStreamingResponse
        let data: Data
        do throws(HTTPTransportError) {
            response = try await transport.stream(request)
            data = response.status == .ok ? try await collect(response, progress) : Data()
        } catch {
            throw ImageDataError(error)
        }
        switch response.status {
        case .ok where ImageFormat(content: data) != nil: return data
        case .notFound: throw .notFound
        case .unauthorized: throw .notLoggedIn
        default: throw .invalidData
        }
    }

    private func collect(
        _ response: HTTPStreamingResponse, _ progress: (@Sendable (ImageDataProgress) -> Void)?
    ) async throws(HTTPTransportError) -> Data {
        let total = response.fields[.contentLength].flatMap { Int($0) }
        var data = Data()
        var pieces = response.body.makeAsyncIterator()
        while let piece = try await pieces.next() {
            data.append(piece)
            progress?(ImageDataProgress(receivedBytes: data.count, totalBytes: total))
        }
        return data
    }
}

extension ImageDataError {
    init(_ error: HTTPTransportError) {
        switch error {
        case .cancelled: self = .cancelled
        case .connectivity, .timedOut, .tls, .insecureAddress: self = .connectivity(error.text)
        case .tooLarge, .invalidResponse, .invalidRequest, .fileSystem: self = .invalidData
        }
    }
}
