import CommentsScreens
import CommentsService
import ConfigurationAPI
import CryptographyAPI
import FeedScreens
import FeedScreensAPI
import FeedService
import FoundationEssentials
import HTTPServingAPI
import PluginKit
import ScreensAPI
import ScreensHosting

/// Installs the screens of the features, and what shows them to browsers.
///
/// Screens do without a feature that is switched off.
enum WebWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ feed: Installed<FeedServicePlugin.Exports>, _ comments: Installed<CommentsServicePlugin.Exports>
    ) throws(PluginHostError) -> Installed<ScreensHostingPlugin.Exports> {
        try host.install(FeedScreensPlugin.self) { scope in
            .init(feed: scope[ifEnabled: feed]?.reading, sections: scope.collector(of: PictureSections.self))
        }
        try host.install(CommentsScreensPlugin.self) { scope in
            .init(comments: scope[ifEnabled: comments]?.reading)
        }
        return try host.install(ScreensHostingPlugin.self) { scope in
            try .init(
                screens: scope.collector(of: Screens.self), navigation: scope.collector(of: ScreenNavigation.self),
                hashing: scope[base.cryptography].hashing,
                root: (base.configuration[HTTPServingSection.publicURL]?.path() ?? "") + "/", now: scope[base.now])
        }
    }
}
