import AccountsService
import ConfigurationAPI
import CryptographyAPI
import FeedOperations
import FeedService
import FeedServiceAPI
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
        try host.install(FeedOperationsPlugin.self, ())
        return try host.install(FeedServicePlugin.self) { scope in
            try .init(
                database: scope[base.database], hashing: scope[base.cryptography].hashing,
                sessions: scope[sessions].authentication, names: scope[accounts].accounts,
                comments: scope.collector(of: ImageCommentCounters.self), pictures: scope[base.pictures],
                observers: scope.collector(of: ImageDeletionObservers.self),
                folder: scope[base.folder],
                configuration: base.configuration, limiters: scope[limits].limiters, metrics: scope[base.metrics],
                log: scope[base.log], now: scope[base.now])
        }
    }
}
