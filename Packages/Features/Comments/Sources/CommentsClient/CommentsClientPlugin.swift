public import CommentsAPI
public import HTTPTransportAPI
import Localization
public import PluginKit

/// Installs the client side of comments.
public enum CommentsClientPlugin: Plugin {
    /// What comments need.
    public struct Dependencies: Sendable {
        /// Asks the server, with the person's credentials if there are any.
        public let server: ServerClient

        /// Creates the dependencies.
        public init(server: ServerClient) {
            self.server = server
        }
    }

    /// What comments offer.
    public struct Exports: Sendable {
        /// Loads what was said about a picture.
        public let loading: any CommentsLoading
        /// Says something about a picture.
        public let posting: any CommentPosting
    }

    /// The name `comments`.
    public static let manifest = PluginManifest(
        id: "comments", summary: LocalizedText(en: "Comments on pictures", es: "Comentarios sobre las imágenes"))

    /// Builds the comments.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let comments = RemoteComments(server: dependencies.server)
        return Assembly(exports: Exports(loading: comments, posting: comments))
    }
}
