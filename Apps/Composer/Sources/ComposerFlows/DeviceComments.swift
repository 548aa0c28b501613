public import CommentsAPI
public import CoreModels

/// The comments as the screens on this device read them: they are the server's,
/// and aren't kept.
public struct DeviceComments: CommentsReading {
    private let loading: any CommentsLoading

    /// Creates the flow.
    public init(_ loading: any CommentsLoading) {
        self.loading = loading
    }

    /// Reads a page.
    public func comments(on image: ImageID, after cursor: CommentID?, limit: Int) async throws -> CommentsPage? {
        do {
            return try await loading.loadComments(on: image, after: cursor, limit: limit)
        } catch .noComments, .imageNotFound, .unknownCursor {
            return nil
        }
    }
}
