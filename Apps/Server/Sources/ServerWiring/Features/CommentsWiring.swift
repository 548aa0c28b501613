import AccountsService
import CommentsService
import FeedService
import PluginKit
import RateLimitingSQL
import SessionsService

/// Installs comments.
enum CommentsWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ feed: Installed<FeedServicePlugin.Exports>, _ accounts: Installed<AccountsServicePlugin.Exports>,
        _ sessions: Installed<SessionsServicePlugin.Exports>, _ limits: Installed<RateLimitingPlugin.Exports>
    ) throws(PluginHostError) -> Installed<CommentsServicePlugin.Exports> {
        try host.install(CommentsServicePlugin.self) { scope in
            try .init(
                database: scope[base.database], images: scope[feed].visibility,
                accounts: scope[accounts].accounts, sessions: scope[sessions].authentication,
                configuration: base.configuration, limiters: scope[limits].limiters,
                now: scope[base.now])
        }
    }
}
