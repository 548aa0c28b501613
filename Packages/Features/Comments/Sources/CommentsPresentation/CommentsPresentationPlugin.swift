public import CommentsAPI
import ConsoleAPI
public import FoundationEssentials
import Localization
public import PluginKit

/// Installs the commands of comments: `comments`, `comments delete` and
/// `comment`.
public enum CommentsPresentationPlugin: Plugin {
    /// What the commands need.
    public struct Dependencies: Sendable {
        /// Loads comments.
        public let loading: any CommentsLoading
        /// Posts comments.
        public let posting: any CommentPosting
        /// Deletes comments.
        public let deleting: any CommentDeleting
        /// Tells what waits to be posted; nil where nothing can.
        public let waiting: (any WaitingCommentsReading)?
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies.
        public init(
            loading: any CommentsLoading, posting: any CommentPosting, deleting: any CommentDeleting,
            waiting: (any WaitingCommentsReading)? = nil, now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.loading = loading
            self.posting = posting
            self.deleting = deleting
            self.waiting = waiting
            self.now = now
        }
    }

    /// The name `comments-commands`.
    public static let manifest = PluginManifest(
        id: "comments-commands",
        summary: LocalizedText(en: "The commands comments and comment", es: "Las órdenes comments y comment"))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let commands = CommentsCommands(
            loading: dependencies.loading, posting: dependencies.posting, deleting: dependencies.deleting,
            waiting: dependencies.waiting, now: dependencies.now)
        var contributions = Contributions()
        contributions.add(commands.beneathPictures, to: RowDetailing.self)
        contributions.add(commands.list, commands.delete, commands.post, to: Commands.self)
        return Assembly(contributions: contributions)
    }
}
