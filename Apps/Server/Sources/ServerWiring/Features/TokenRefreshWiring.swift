import AccountsService
import PluginKit
import SessionsService
import TokenRefreshService

/// Installs the renewal of tokens.
enum TokenRefreshWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(TokenRefreshServicePlugin.self) { scope in
            try .init(
                sessions: scope[sessions].refreshing, accounts: scope[accounts].accounts,
                mail: base.mail(in: scope), now: base.now(in: scope), logger: base.log(in: scope),
                metrics: base.metrics(in: scope))
        }
    }
}
