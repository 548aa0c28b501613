import AccountsService
import ConfigurationAPI
import CryptographyAPI
import FeedService
import FeedServiceAPI
import PicturesGD
import PluginKit
import RateLimitingSQL
import SessionsService

/// Installs the feed, and what reads its pictures.
enum FeedWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ limits: Installed<RateLimitingPlugin.Exports>
    ) throws(PluginHostError) -> Installed<FeedServicePlugin.Exports> {
        let configuration = base.configuration
        let maximumImageBytes = configuration[ServerSettings.maximumImageSize].bytes
        let pictures = try host.install(PicturesPlugin.self) { scope in
            try .init(limits: PictureLimits(resultBytes: maximumImageBytes), log: base.log(in: scope))
        }
        return try host.install(FeedServicePlugin.self) { scope in
            try .init(
                database: base.database(in: scope), hashing: base.cryptography(in: scope).hashing,
                sessions: scope[sessions].authentication, names: scope[accounts].accounts,
                comments: scope.collector(of: ImageCommentCounters.self), pictures: scope[pictures].pictures,
                observers: scope.collector(of: ImageDeletionObservers.self),
                imageFolder: scope[base.folder].path(of: "images"),
                publicURL: configuration[ServerSettings.publicURL], maximumImageBytes: maximumImageBytes,
                quota: LimitSettings.quota(
                    "pictures", LimitSettings.picturesPerHour, configuration, scope[limits].limiters),
                metrics: base.metrics(in: scope), log: base.log(in: scope), now: base.now(in: scope))
        }
    }
}
