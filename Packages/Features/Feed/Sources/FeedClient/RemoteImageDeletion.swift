import CoreModels
import FeedAPI
import FeedContract
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Presenting

/// Deletes pictures on the server, then what this device keeps of them.
struct RemoteImageDeletion: ImageDeleting {
    let server: ServerClient
    /// What is kept of a picture.
    struct Kept: Sendable {
        let feed: any FeedCaching
        let images: any ImageDataCaching
        let locations: ServerImages
    }

    /// Nil where nothing is kept.
    var kept: Kept?

    func delete(_ image: ImageID) async throws(ImageDeletionError) {
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            answer = try await server.delete(FeedContract.itemPath(image))
        } catch {
            throw error.mapped(
                cancelled: ImageDeletionError.cancelled, unreachable: ImageDeletionError.connectivity,
                unintelligible: .invalidData, impossible: ImageDeletionError.impossible)
        }
        switch answer.status {
        case .noContent: await kept?.forget(image)
        case .notFound where answer.problem.code == "image_not_found": throw .notFound
        default:
            switch (answer.refusal, answer.obstacle) {
            case (.session, _): throw .notLoggedIn
            case (.proof(let code, let text), _): throw .impossible(Obstacle(code: code, text))
            case (.route(let obstacle), _): throw .impossible(obstacle)
            case (_, let obstacle?): throw .connectivity(obstacle.text)
            case (_, nil): throw .invalidData
            }
        }
    }
}

extension RemoteImageDeletion.Kept {
    /// A cache that fails is no reason to call the deletion a failure: the next
    /// load of the feed replaces what it has.
    fileprivate func forget(_ image: ImageID) async {
        let shown = (try? await feed.remove(image))?.url
        for whole in Set([locations.url(of: image), shown].compactMap(\.self)) {
            let smaller = FeedContract.widths.map { locations.url(whole, forWidth: $0) }
            for url in [whole] + smaller { try? await images.remove(for: url) }
        }
    }
}
