import BrowsersService
import FeedClient
import FeedScreens
import FeedScreensAPI
import FeedService
import PluginKit
import ScreensAPI

/// Installs the screens of the feed.
enum FeedScreensWiring {
    static func install(
        _ host: inout PluginHost, _ feed: Installed<FeedServicePlugin.Exports>,
        _ browsers: Installed<BrowserScopes<BrowserClient>>
    ) throws(PluginHostError) {
        try host.install(FeedScreensPlugin.self) { scope in
            let people = scope[ifEnabled: browsers, with: feed].map { clients in
                FeedScreensPlugin.People(
                    feed: clients.scoped(\.feed.reading), pictures: clients.scoped(\.feed.pictures),
                    posting: clients.scoped(\.feed.posting), deletion: clients.scoped(\.feed.deleting))
            }
            return .init(
                feed: scope[ifEnabled: feed]?.reading, people: people,
                sections: scope.collector(of: PictureSections.self))
        }
    }
}
