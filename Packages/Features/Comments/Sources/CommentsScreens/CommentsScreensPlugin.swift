public import AccountsScreensAPI
public import CommentsAPI
import FeedScreensAPI
import Localization
public import PluginKit
public import ScreensAPI

/// Shows comments below pictures, and takes those of people who are logged in.
public enum CommentsScreensPlugin: Plugin {
    /// What those can do who are logged in.
    public struct People: Sendable {
        /// Has the comments that they see.
        public let comments: Scoped<any CommentsReading>
        /// Says something about a picture.
        public let posting: Scoped<any CommentPosting>
        /// Takes back what was said.
        public let deletion: Scoped<any CommentDeleting>
        /// Has what waits to be said; nil where nothing waits.
        public let waiting: Scoped<any WaitingCommentsReading>?
        /// Tells whether they may say something; nil to learn it from who does.
        public let permit: WritingPermit?

        /// Names what they can do.
        public init(
            comments: Scoped<any CommentsReading>, posting: Scoped<any CommentPosting>,
            deletion: Scoped<any CommentDeleting>, waiting: Scoped<any WaitingCommentsReading>? = nil,
            permit: WritingPermit? = nil
        ) {
            self.comments = comments
            self.posting = posting
            self.deletion = deletion
            self.waiting = waiting
            self.permit = permit
        }
    }

    /// What showing them takes.
    public struct Dependencies: Sendable {
        /// Has the comments that everybody sees; nil to show none.
        public let comments: (any CommentsReading)?
        /// What people can do who are logged in; nil where nobody can log in.
        public let people: People?
        /// Tells when there are others; nil where nobody can tell.
        public let following: (any CommentsFollowing)?

        /// Creates the dependencies.
        public init(
            comments: (any CommentsReading)?, people: People? = nil, following: (any CommentsFollowing)? = nil
        ) {
            self.comments = comments
            self.people = people
            self.following = following
        }
    }

    /// The name `comments-screens`.
    public static let manifest = PluginManifest(
        id: "comments-screens",
        summary: LocalizedText(en: "Comments in a browser", es: "Los comentarios en un navegador"))

    /// Builds the section and the screens.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let comments = dependencies.comments else { return Assembly() }
        let people = dependencies.people
        let source = CommentsSource(everybody: comments, people: people?.comments)
        let section = CommentsSection(
            source: source, takesComments: people != nil, isFollowed: dependencies.following != nil,
            waiting: people?.waiting, permit: people?.permit)
        var contributions = Contributions()
        contributions.add(section.section, to: PictureSections.self)
        if let following = dependencies.following {
            contributions.add(source.live(by: following), to: LiveSources.self)
        }
        contributions.add(CommentsScreen(section: section, posting: people?.posting).screen, to: Screens.self)
        if let people {
            contributions.add(DeleteCommentScreen(source: source, deletion: people.deletion).screen, to: Screens.self)
        }
        return Assembly(contributions: contributions)
    }
}
