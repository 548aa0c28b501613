import AccountsScreensAPI
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
            let people = scope[ifEnabled: clients, with: feed].map { clients in
                FeedScreensPlugin.People(
                    feed: clients.scoped(\.feed), pictures: clients.scoped(\.pictures),
                    posting: clients.scoped(\.publishing), deletion: clients.scoped(\.pictureDeletion),
                    permit: WritingPermit(account: clients.scoped(\.account)))
            }
            return .init(
                feed: scope[ifEnabled: feed, with: clients]?.reading, people: people,
                sections: scope.collector(of: PictureSections.self))
        }
    }
}
