public import CommentsAPI
public import CoreModels
public import SessionsAPI

/// The comments as the screens on this device read them: the server's, else
/// those that were seen before.
public struct DeviceComments: CommentsReading {
    private let loading: any CommentsLoading
    private let kept: (any CommentCaching)?
    private let sessions: any SessionStoring

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - loading: Loads comments from the server.
    ///   - kept: Keeps what was seen.
    ///   - sessions: Tells whether the session can be read.
    public init(_ loading: any CommentsLoading, kept: (any CommentCaching)?, sessions: any SessionStoring) {
        self.loading = loading
        self.kept = kept
        self.sessions = sessions
    }

    /// Reads a page.
    public func comments(on image: ImageID, after cursor: CommentID?, limit: Int) async throws -> CommentsPage? {
        do {
            let tenant = await kept?.tenant()
            let page = try await loading.loadComments(on: image, after: cursor, limit: limit)
            if let tenant { await kept?.save(page, on: image, after: cursor, for: tenant) }
            return page
        } catch .imageNotFound {
            await kept?.forget(image)
            return nil
        } catch .noComments, .unknownCursor {
            return nil
        } catch .connectivity(let text) {
            // What was loaded for somebody isn't shown to whoever can't open
            // their vault.
            if case .unavailable = await sessions.load() { throw CommentsError.connectivity(text) }
            guard let page = await kept?.page(on: image, after: cursor, limit: limit) else {
                throw CommentsError.connectivity(text)
            }
            return page
        }
    }
}
