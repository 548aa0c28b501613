public import CommentsAPI
import ConsoleAPI
import Localization
public import PluginKit

/// Installs the commands of comments: `comments` and `comment`.
public enum CommentsPresentationPlugin: Plugin {
    /// What the commands need.
    public struct Dependencies: Sendable {
        /// Loads comments.
        public let loading: any CommentsLoading
        /// Posts comments.
        public let posting: any CommentPosting
        /// Tells what waits to be posted; nil where nothing can.
        public let waiting: (any WaitingCommentCounting)?

        /// Creates the dependencies.
        public init(
            loading: any CommentsLoading, posting: any CommentPosting,
            waiting: (any WaitingCommentCounting)? = nil
        ) {
            self.loading = loading
            self.posting = posting
            self.waiting = waiting
        }
    }

    /// The name `comments-commands`.
    public static let manifest = PluginManifest(
        id: "comments-commands",
        summary: LocalizedText(en: "The commands comments and comment", es: "Las órdenes comments y comment"))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let commands = CommentsCommands(
            loading: dependencies.loading, posting: dependencies.posting, waiting: dependencies.waiting)
        var contributions = Contributions()
        contributions.add(commands.list, commands.post, to: Commands.self)
        return Assembly(contributions: contributions)
    }
}
