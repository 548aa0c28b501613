public import FeedAPI
public import FeedScreensAPI
import Localization
public import PluginKit
import ScreensAPI

/// Installs the screens of the feed.
public enum FeedScreensPlugin: Plugin {
    /// What the screens need.
    public struct Dependencies: Sendable {
        /// Has the pictures; nil for no screens.
        public let feed: (any FeedReading)?
        /// Has the bytes of the pictures; nil where whoever hosts the screens has
        /// them.
        public let bytes: (any PictureReading)?
        /// What others show below a picture.
        public let sections: @Sendable () -> [PictureSection]

        /// Creates the dependencies.
        public init(
            feed: (any FeedReading)?, bytes: (any PictureReading)? = nil,
            sections: @escaping @Sendable () -> [PictureSection]
        ) {
            self.feed = feed
            self.bytes = bytes
            self.sections = sections
        }
    }

    /// The name `feed-screens`.
    public static let manifest = PluginManifest(
        id: "feed-screens",
        summary: LocalizedText(en: "The feed in a browser", es: "Las novedades en un navegador"))

    /// Builds the screens.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        if let feed = dependencies.feed {
            contributions.add(
                FeedScreen(feed: feed).screen,
                PictureScreen(feed: feed, sections: dependencies.sections).screen, to: Screens.self)
        }
        if let bytes = dependencies.bytes { contributions.add(PictureFile(pictures: bytes).file, to: ScreenFiles.self) }
        return Assembly(contributions: contributions)
    }
}
