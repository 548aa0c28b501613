import AccountsService
import PluginKit
import Presenting
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
                mail: scope[base.mail], offered: scope.collector(of: OfferedSteps.self), ways: base.ways(in: scope),
                now: scope[base.now],
                logger: scope[base.log],
                metrics: scope[base.metrics])
        }
    }
}
