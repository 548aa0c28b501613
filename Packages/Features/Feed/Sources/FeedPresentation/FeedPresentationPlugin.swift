import ConsoleAPI
public import FeedAPI
import Localization
public import PluginKit

/// Installs the commands of the feed: `feed`, `image`, `post` and `post delete`.
public enum FeedPresentationPlugin: Plugin {
    /// What the commands need.
    public struct Dependencies: Sendable {
        /// Loads the feed.
        public let feed: any FeedLoading
        /// Loads pictures.
        public let images: any ImageDataLoading
        /// Publishes pictures.
        public let posting: any ImagePosting
        /// Takes pictures back.
        public let deleting: any ImageDeleting
        /// Knows where pictures are.
        public let locations: any ImageLocating
        /// Knows what pictures show.
        public let kept: any FeedCaching
        /// The folder for pictures that were opened.
        public let openedFolder: String
        /// The program that shows a picture.
        public let viewer: String

        /// Creates the dependencies; `xdg-open` knows which program the person
        /// prefers.
        public init(
            feed: any FeedLoading, images: any ImageDataLoading, posting: any ImagePosting,
            deleting: any ImageDeleting, locations: any ImageLocating, kept: any FeedCaching, openedFolder: String,
            viewer: String = "xdg-open"
        ) {
            self.feed = feed
            self.images = images
            self.posting = posting
            self.deleting = deleting
            self.locations = locations
            self.kept = kept
            self.openedFolder = openedFolder
            self.viewer = viewer
        }
    }

    /// The name `feed-commands`.
    public static let manifest = PluginManifest(
        id: "feed-commands",
        summary: LocalizedText(en: "The commands feed, image and post", es: "Las órdenes feed, image y post"))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        contributions.add(
            FeedCommand(
                feed: dependencies.feed,
                pictures: TerminalPictures(images: dependencies.images, locations: dependencies.locations)
            ).command,
            ImageCommand(
                images: dependencies.images, locations: dependencies.locations,
                viewer: DesktopViewer(program: dependencies.viewer, folder: dependencies.openedFolder),
                kept: dependencies.kept
            ).command, PostCommand(posting: dependencies.posting).command,
            DeletePostCommand(deleting: dependencies.deleting).command, to: Commands.self)
        return Assembly(contributions: contributions)
    }
}
