import CoreModels
import FeedContract
import FeedServiceAPI
import HTTPServingAPI
import HTTPTypes
import SessionsServiceAPI

/// Answers `DELETE /feed/{id}`.
struct DeletionRoute: Sendable {
    let deletion: ImageDeletion
    let sessions: any RequestAuthenticating

    var route: Route {
        Route(
            .delete, FeedContract.itemPattern, bodyLimit: 0, access: .session, description: .deleteFeedItem
        ) { try await delete($0) }
    }

    /// Whoever published a picture may take it back, whatever has become of the
    /// confirmed address since.
    ///
    /// A picture of somebody else can't be told from none.
    private func delete(_ request: ServerRequest) async throws -> ServerResponse {
        let session = try await sessions.requireSession(request)
        guard let id = ImageID(request.pathParameters["id"] ?? ""),
            try await deletion.delete(id, in: session)
        else { throw HTTPProblem.unknownImage }
        return ServerResponse(status: .noContent)
    }
}
