public import AccountsScreensAPI
public import FeedAPI
public import FeedScreensAPI
import Localization
public import PluginKit
import Presenting
public import ScreensAPI

/// Installs the screens of the feed.
public enum FeedScreensPlugin: Plugin {
    /// What those have of the feed who are logged in.
    public struct People: Sendable {
        /// Has the pictures that they see.
        public let feed: Scoped<any FeedReading>
        /// Has the bytes of those pictures that not everybody sees.
        public let pictures: Scoped<any PictureReading>
        /// Publishes pictures.
        public let posting: Scoped<any ImagePosting>
        /// Takes published pictures back.
        public let deletion: Scoped<any ImageDeleting>
        /// Tells whether they may publish; nil to learn it from who publishes.
        public let permit: WritingPermit?

        /// Names what they have.
        public init(
            feed: Scoped<any FeedReading>, pictures: Scoped<any PictureReading>, posting: Scoped<any ImagePosting>,
            deletion: Scoped<any ImageDeleting>, permit: WritingPermit? = nil
        ) {
            self.feed = feed
            self.pictures = pictures
            self.posting = posting
            self.deletion = deletion
            self.permit = permit
        }
    }

    /// What the screens need.
    public struct Dependencies: Sendable {
        /// Has the pictures that everybody sees; nil for no screens.
        public let feed: (any FeedReading)?
        /// What people have who are logged in; nil where nobody can log in.
        public let people: People?
        /// Has the bytes of the pictures, on the person's own device; nil where whoever
        /// hosts the screens has them.
        public let bytes: (any PictureReading)?
        /// What others show below a picture.
        public let sections: @Sendable () -> [PictureSection]

        /// Creates the dependencies.
        public init(
            feed: (any FeedReading)?, people: People? = nil, bytes: (any PictureReading)? = nil,
            sections: @escaping @Sendable () -> [PictureSection]
        ) {
            self.feed = feed
            self.people = people
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
        guard let feed = dependencies.feed else { return Assembly() }
        let source = FeedSource(everybody: feed, people: dependencies.people?.feed)
        var contributions = Contributions()
        contributions.add(
            FeedScreen(source: source).screen,
            PictureScreen(source: source, sections: dependencies.sections).screen, to: Screens.self)
        contributions.add(ScreenStep(.seePictures, FeedScreen.link), to: ScreenSteps.self)
        if let people = dependencies.people {
            contributions.add(
                PublishScreen(posting: people.posting, permit: people.permit).screen,
                DeletePictureScreen(source: source, deletion: people.deletion).screen, to: Screens.self)
            contributions.add(
                PictureFile(
                    at: FeedPlaces.ownBytes, for: .people, people.pictures, isOnDevice: dependencies.bytes != nil
                ).file, to: ScreenFiles.self)
            contributions.add(PublishPermissions.camera, PublishPermissions.location, to: ScreenPermissions.self)
            contributions.add(ScreenStep(.publish, PublishScreen.link), to: ScreenSteps.self)
            contributions.add(NavigationItem(PublishScreen.link, for: .people, key: "n"), to: ScreenNavigation.self)
        }
        if let bytes = dependencies.bytes {
            for route in [FeedPlaces.bytes] + (dependencies.people == nil ? [FeedPlaces.ownBytes] : []) {
                contributions.add(
                    PictureFile(at: route, for: .everybody, Scoped(always: bytes), isOnDevice: true).file,
                    to: ScreenFiles.self)
            }
        }
        return Assembly(contributions: contributions)
    }
}
