public import CommentsAPI
import FeedScreensAPI
import Localization
public import PluginKit

/// Shows comments below pictures.
public enum CommentsScreensPlugin: Plugin {
    /// What showing them takes.
    public struct Dependencies: Sendable {
        /// Has the comments; nil to show none.
        public let comments: (any CommentsReading)?

        /// Creates the dependencies.
        public init(comments: (any CommentsReading)?) {
            self.comments = comments
        }
    }

    /// The name `comments-screens`.
    public static let manifest = PluginManifest(
        id: "comments-screens",
        summary: LocalizedText(en: "Comments in a browser", es: "Los comentarios en un navegador"))

    /// Builds the section.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        if let comments = dependencies.comments {
            contributions.add(CommentsSection(comments: comments).section, to: PictureSections.self)
        }
        return Assembly(contributions: contributions)
    }
}
