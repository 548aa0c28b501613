public import CommentsAPI
public import CoreModels
import Localization
public import SessionsAPI

/// The comments as they are read on this device: the server's, else those that
/// were seen before, wherever they were.
public struct DeviceComments: CommentsLoading, CommentsReading {
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

    /// Loads a page, or has it as it was seen.
    public func loadComments(
        on image: ImageID, after cursor: CommentID?, limit: Int
    ) async throws(CommentsError) -> CommentsPage {
        do throws(CommentsError) {
            let tenant = await kept?.tenant()
            let page = try await loading.loadComments(on: image, after: cursor, limit: limit)
            if let tenant { await kept?.save(page, on: image, after: cursor, for: tenant) }
            return page
        } catch {
            if error == .imageNotFound { await kept?.forget(image) }
            // What was loaded for somebody isn't shown to whoever can't open
            // their vault.
            guard case .connectivity(let obstacle) = error, await canOpenSession,
                let page = await kept?.page(on: image, after: cursor, limit: limit)
            else { throw error }
            return CommentsPage(items: page.items, next: page.next, savedAt: page.savedAt, obstacle: obstacle)
        }
    }

    /// Reads a page.
    public func comments(on image: ImageID, after cursor: CommentID?, limit: Int) async throws -> CommentsPage? {
        do throws(CommentsError) {
            return try await loadComments(on: image, after: cursor, limit: limit)
        } catch .imageNotFound, .noComments, .unknownCursor {
            return nil
        } catch .connectivity(let text) {
            throw CommentsError.connectivity(await canOpenSession ? text + Self.notKept : text)
        }
    }

    private static let notKept = LocalizedText(
        en: "The comments of this picture aren't on this device.",
        es: "Los comentarios de esta imagen no están en este dispositivo.")

    private var canOpenSession: Bool {
        get async { if case .unavailable = await sessions.load() { false } else { true } }
    }
}
