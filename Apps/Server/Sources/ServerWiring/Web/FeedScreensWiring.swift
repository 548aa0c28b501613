import BrowsersService
import FeedScreens
import FeedScreensAPI
import FeedService
import PluginKit
import ScreensAPI
import ServerWebWiring

/// Installs the screens of the feed.
enum FeedScreensWiring {
    static func install(
        _ host: inout PluginHost, _ feed: Installed<FeedServicePlugin.Exports>,
        _ clients: Installed<BrowserScopes<BrowserClient>>
    ) throws(PluginHostError) {
        try host.install(FeedScreensPlugin.self) { scope in
            let clients = try scope[clients]
            let people = scope[ifEnabled: feed].map { _ in
                FeedScreensPlugin.People(
                    feed: clients.scoped(\.feed), pictures: clients.scoped(\.pictures),
                    posting: clients.scoped(\.publishing), deletion: clients.scoped(\.pictureDeletion))
            }
            return .init(
                feed: scope[ifEnabled: feed]?.reading, people: people,
                sections: scope.collector(of: PictureSections.self))
        }
    }
}
