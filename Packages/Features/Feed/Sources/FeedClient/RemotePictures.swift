import CoreModels
import FeedAPI
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Presenting

/// Reads the bytes of pictures from the server, without keeping any.
struct RemotePictures: PictureReading {
    let transport: any HTTPTransport
    let locations: ServerImages

    /// As much as a server may be told to take.
    private static let maximumBytes = 256 * 1024 * 1024
    private static let problemBytes = 64 * 1024

    func picture(_ id: ImageID, width: Int?) async throws(ImageDataError) -> PictureBytes? {
        let whole = locations.url(of: id), url = width.map { locations.url(whole, forWidth: $0) } ?? whole
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            let response = try await transport.stream(HTTPRequest(url: url, fields: [.accept: "image/*"]))
            let limit = response.status.isSuccess ? Self.maximumBytes : Self.problemBytes
            answer = ServerAnswer(
                HTTPResponse(
                    status: response.status, fields: response.fields, body: try await body(of: response, upTo: limit)))
        } catch {
            throw error.mapped(
                cancelled: ImageDataError.cancelled, unreachable: ImageDataError.connectivity,
                unintelligible: .invalidData, impossible: ImageDataError.impossible)
        }
        guard answer.status == .ok else {
            let error = ImageDataError(answer)
            if error == .notFound { return nil }
            throw error
        }
        return PictureBytes(
            answer.body, type: answer.fields[.contentType] ?? "application/octet-stream",
            version: answer.fields[.eTag].map { $0.filter { $0 != "\"" } },
            isFinal: answer.fields[.cacheControl]?.contains("max-age") ?? false)
    }

    /// What comes at once, as a file that is mapped, isn't copied.
    private func body(
        of response: HTTPStreamingResponse, upTo limit: Int
    ) async throws(HTTPTransportError) -> Data {
        var pieces = response.body.makeAsyncIterator(), body = try await pieces.next() ?? Data()
        while body.count <= limit, let piece = try await pieces.next() { body.append(piece) }
        guard body.count <= limit else { throw .tooLarge(limit: limit) }
        return body
    }
}
