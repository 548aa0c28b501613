import CommentsClient
import ComposerFlows
import ConsoleAPI
import CoreModels
import CryptographyAPI
import FeedClient
import FeedPresentation
import FeedScreens
import FeedScreensAPI
import FoundationEssentials
import HTTPTransportCurl
import OfflineQueueAPI
import OfflineQueueClient
import PluginKit
import ScreensAPI
import SessionsClient
import TokenRefreshClient

/// Installs the feed.
enum FeedWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ refresh: Installed<TokenRefreshClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<FeedClientPlugin.Exports> {
        try host.install(FeedClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[refresh].transport),
                serverOf: base.clients(over: scope[refresh].transportOf),
                transport: PatientTransport(scope[refresh].transport),
                executor: scope[base.transport].executor, hashing: base.cryptography(in: scope).hashing,
                cacheFolder: base.places.cache, imageCacheBytes: base.options.imageCacheBytes)
        }
    }

    static func installScreens(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(FeedScreensPlugin.self) { scope in
            let feed = DeviceFeed(try browsing(in: scope, features), details: try scope[features.feed].feed)
            let pictures = DevicePictures(
                images: try scope[features.feed].images, cache: try scope[features.feed].imageCache,
                locations: try scope[features.feed].locations)
            return .init(
                feed: feed,
                people: .init(
                    feed: Scoped(always: feed), pictures: Scoped(always: pictures),
                    posting: Scoped(always: try publishing(in: scope, features)),
                    deletion: Scoped(always: try scope[features.feed].deleting)),
                bytes: pictures, sections: scope.collector(of: PictureSections.self))
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(FeedPresentationPlugin.self) { scope in
            let feed = try browsing(in: scope, features)
            return try .init(
                feed: feed, keptFeed: feed, images: scope[features.feed].images,
                keptImages: scope[features.feed].imageCache,
                posting: publishing(in: scope, features), deleting: scope[features.feed].deleting,
                details: scope[features.feed].feed,
                locations: scope[features.feed].locations, kept: scope[features.feed].cache,
                openedFolder: scope[features.feed].openedFolder, additions: scope.collector(of: RowDetailing.self))
        }
    }

    private static func browsing(
        in scope: borrowing PluginScope, _ features: ClientFeatures
    ) throws(PluginHostError) -> BrowseFeedCoordinator {
        BrowseFeedCoordinator(
            .init(
                remote: try scope[features.feed].feed, cache: try scope[features.feed].cache,
                sessions: try scope[features.sessions].store, waiting: try scope[features.comments].waiting))
    }

    private static func publishing(
        in scope: borrowing PluginScope, _ features: ClientFeatures
    ) throws(PluginHostError) -> PublishCoordinator {
        PublishCoordinator(
            .init(
                posting: try scope[features.feed].posting, sessions: try scope[features.sessions].store,
                queue: try scope[features.queue].queue, makeID: { QueuedRequestID(UUID()) }))
    }
}
