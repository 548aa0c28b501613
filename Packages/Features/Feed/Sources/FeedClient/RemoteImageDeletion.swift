import CoreModels
import FeedAPI
import FeedContract
import HTTPTransportAPI
import HTTPTypes

/// Deletes pictures on the server.
struct RemoteImageDeletion: ImageDeleting {
    let server: ServerClient

    func delete(_ image: ImageID) async throws(ImageDeletionError) {
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            answer = try await server.delete(FeedContract.itemPath(image))
        } catch {
            throw ImageDeletionError(error)
        }
        switch answer.status {
        case let status where status.isSuccess: return
        case .unauthorized: throw .notLoggedIn
        case .notFound where answer.problem.code == "image_not_found": throw .notFound
        default: throw .invalidData
        }
    }
}

extension ImageDeletionError {
    init(_ error: HTTPTransportError) {
        switch error {
        case .cancelled: self = .cancelled
        case .connectivity, .timedOut, .tls: self = .connectivity(error.text)
        case .tooLarge, .invalidResponse: self = .invalidData
        case .insecureAddress, .credentialsUnavailable, .invalidRequest, .fileSystem:
            self = .impossible(code: error.code, error.text)
        }
    }
}
