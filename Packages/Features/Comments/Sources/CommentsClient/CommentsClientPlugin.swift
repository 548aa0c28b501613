import AtomicFiles
public import CommentsAPI
public import CoreModels
public import FoundationEssentials
public import HTTPTransportAPI
import Localization
public import OfflineQueueAPI
public import PluginKit
public import SessionsAPI

/// Installs the client side of comments.
public enum CommentsClientPlugin: Plugin {
    /// What comments need.
    public struct Dependencies: Sendable {
        /// Asks the server, with the person's credentials if there are any.
        public let server: ServerClient
        /// Asks the server with one person's credentials and nobody else's; nil to
        /// ask with those of whoever is logged in.
        public let serverOf: (@Sendable (UserID) -> ServerClient)?
        /// Tells who posts; nil to keep nothing.
        public let sessions: (any SessionStoring)?
        /// Keeps what can't be sent; nil to keep nothing.
        public let queue: (any RequestQueueing)?
        /// The folder for what can be loaded anew; nil to keep no comments of others.
        public let cacheFolder: String?
        /// The present time.
        public let now: @Sendable () -> Date
        /// Names requests, for this device and for the server.
        public let makeID: @Sendable () -> QueuedRequestID

        /// Creates the dependencies.
        public init(
            server: ServerClient, serverOf: (@Sendable (UserID) -> ServerClient)? = nil,
            sessions: (any SessionStoring)? = nil,
            queue: (any RequestQueueing)? = nil,
            cacheFolder: String? = nil, now: @escaping @Sendable () -> Date = { Date() },
            makeID: @escaping @Sendable () -> QueuedRequestID = { QueuedRequestID(UUID()) }
        ) {
            self.server = server
            self.serverOf = serverOf
            self.sessions = sessions
            self.queue = queue
            self.cacheFolder = cacheFolder
            self.now = now
            self.makeID = makeID
        }
    }

    /// What comments offer.
    public struct Exports: Sendable {
        /// Loads what was said about a picture.
        public let loading: any CommentsLoading
        /// Reads what was said about a picture, as the server has it.
        public let reading: any CommentsReading
        /// Says something about a picture.
        public let posting: any CommentPosting
        /// Takes back what was said.
        public let deleting: any CommentDeleting
        /// Tells what waits to be said; nil without a queue.
        public let waiting: (any WaitingCommentsReading)?
        /// Keeps what was said; nil where nothing is kept.
        public let kept: (any CommentCaching)?
    }

    /// The name `comments`.
    public static let manifest = PluginManifest(
        id: "comments", summary: LocalizedText(en: "Comments on pictures", es: "Comentarios sobre las imágenes"))

    /// Builds the comments.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let unseen = UnseenComments()
        func comments(keepingIn queue: (any RequestQueueing)?) -> RemoteComments {
            RemoteComments(
                server: dependencies.server, serverOf: dependencies.serverOf, sessions: dependencies.sessions,
                queue: queue, unseen: unseen, makeID: dependencies.makeID)
        }
        let remote = comments(keepingIn: dependencies.queue)
        let kept = dependencies.cacheFolder.map {
            FileCommentCache(folder: CacheFolder(path: $0 + "/comments"), now: dependencies.now)
        }
        var contributions = Contributions()
        if let kept { contributions.add(kept, to: SessionEndObservers.self) }
        contributions.add(QueuedComments(comments: comments(keepingIn: nil)), to: QueuedRequestHandlers.self)
        return Assembly(
            exports: Exports(
                loading: remote, reading: remote, posting: remote, deleting: remote,
                waiting: dependencies.queue.map { WaitingComments(queue: $0, comments: remote) },
                kept: kept),
            contributions: contributions)
    }
}
