public import ConsoleAPI
public import FeedAPI
public import FoundationEssentials
import Localization
public import PluginKit

/// Installs the commands of the feed: `feed`, `image`, `post` and `post delete`.
public enum FeedPresentationPlugin: Plugin {
    /// What the commands need.
    public struct Dependencies: Sendable {
        /// Loads the feed.
        public let feed: any FeedLoading
        /// Shows what is kept while the server is asked; nil to wait for it.
        public let keptFeed: (any KeptFeedShowing)?
        /// Loads pictures.
        public let images: any ImageDataLoading
        /// What is kept of them; nil to keep nothing.
        public let keptImages: (any ImageDataCaching)?
        /// Publishes pictures.
        public let posting: any ImagePosting
        /// Takes pictures back.
        public let deleting: any ImageDeleting
        /// Loads what is said of a picture.
        public let details: any FeedImageLoading
        /// Knows where pictures are.
        public let locations: any ImageLocating
        /// Knows what pictures show.
        public let kept: any FeedCaching
        /// The folder for pictures that were opened.
        public let openedFolder: String
        /// What other features add to a picture that is shown in full.
        public let additions: @Sendable () -> [RowDetails]
        /// The program that shows a picture.
        public let viewer: String
        /// Measures for how long the server is waited for.
        public let clock: any Clock<Duration>
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies; `xdg-open` knows which program the person
        /// prefers.
        public init(
            feed: any FeedLoading, keptFeed: (any KeptFeedShowing)? = nil, images: any ImageDataLoading,
            keptImages: (any ImageDataCaching)? = nil, posting: any ImagePosting, deleting: any ImageDeleting,
            details: any FeedImageLoading,
            locations: any ImageLocating, kept: any FeedCaching, openedFolder: String,
            additions: @escaping @Sendable () -> [RowDetails] = { [] }, viewer: String = "xdg-open",
            clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.feed = feed
            self.keptFeed = keptFeed
            self.clock = clock
            self.images = images
            self.keptImages = keptImages
            self.posting = posting
            self.deleting = deleting
            self.details = details
            self.additions = additions
            self.now = now
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
                feed: dependencies.feed, kept: dependencies.keptFeed, clock: dependencies.clock,
                pictures: TerminalPictures(
                    images: dependencies.images, keptImages: dependencies.keptImages,
                    locations: dependencies.locations, now: dependencies.now),
                now: dependencies.now
            ).command,
            ImageCommand(
                images: dependencies.images, keptImages: dependencies.keptImages, locations: dependencies.locations,
                viewer: DesktopViewer(program: dependencies.viewer, folder: dependencies.openedFolder),
                kept: dependencies.kept, details: dependencies.details, additions: dependencies.additions,
                now: dependencies.now
            ).command, PostCommand(posting: dependencies.posting).command,
            DeletePostCommand(
                deleting: dependencies.deleting, details: dependencies.details, kept: dependencies.kept
            ).command, to: Commands.self)
        contributions.add(FeedTexts.fromStartStep, to: NextStepPlaces.self)
        return Assembly(contributions: contributions)
    }
}
