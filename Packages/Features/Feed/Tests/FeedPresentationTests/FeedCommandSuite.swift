import ConsoleAPI
import ConsoleTesting
import CoreModels
import FeedAPI
import FeedPresentation
import FeedTesting
import FoundationEssentials
import Localization
import PluginKit

/// What the suites of `essential feed` share.
protocol FeedCommandSuite {}

extension FeedCommandSuite {
    var lake: FeedImage { .make(1, description: "A lake at dawn", location: "Bled") }
    var moor: FeedImage { .make(2, description: "A moor", location: nil) }

    func runner(
        _ feed: any FeedLoading, images: any ImageDataLoading = ImageDataLoadingSpy(.failure(.notFound))
    ) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(
            FeedPresentationPlugin.self,
            .init(
                feed: feed, images: images, posting: ImagePostingSpy(.failure(.invalidData)),
                deleting: ImageDeletingSpy(), details: FeedImageLoadingStub(), locations: LocationsStub(),
                kept: InMemoryFeedCache(),
                openedFolder: "/nowhere", now: { Date(timeIntervalSince1970: 1_700_000_000) }))
        return CommandRunner(try host.composed())
    }

    func page(_ images: [FeedImage], next: ImageID? = nil) -> Result<LoadedFeed, FeedError> {
        .success(LoadedFeed(page: FeedPage(items: images, next: next), source: .remote))
    }

    func cached(_ images: [FeedImage]) -> Result<LoadedFeed, FeedError> {
        .success(LoadedFeed(page: FeedPage(items: images, next: nil), source: .cache(savedAt: .saved)))
    }

    /// When what is cached was saved, as people read it here.
    var savedAt: String { LocalizedText.day(of: .saved).english }
}

extension Date {
    /// Years before the feed is shown.
    static let saved = Date(timeIntervalSince1970: 1_600_000_000)
}
