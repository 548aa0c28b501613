import AccountsService
import BrowserLoginScreens
import BrowserLoginService
import BrowsersService
import PluginKit
import Presenting
import ScreensAPI
import ServerWebWiring
import SessionsService

/// Installs logging programs in through the browser, and the page for it.
enum BrowserLoginWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ web: Web
    ) throws(PluginHostError) {
        let address = base.address
        let service = try host.install(BrowserLoginServicePlugin.self) { scope in
            try .init(
                address: { address.text }, database: scope[base.database], cryptography: scope[base.cryptography],
                accounts: scope[accounts].accounts, authentication: scope[sessions].authentication,
                issuing: scope[sessions].issuing, ending: scope[sessions].ending,
                offered: scope.collector(of: OfferedSteps.self), metrics: scope[base.metrics], log: scope[base.log],
                now: scope[base.now])
        }
        try host.install(BrowserLoginScreensPlugin.self) { scope in
            .init(
                programs: scope[ifEnabled: web.clients, with: service]?.scoped(\.programs),
                issuer: { address.text(reachedAt: $0) })
        }
    }
}
