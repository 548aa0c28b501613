import AccountsService
import BrowserLoginScreens
import BrowserLoginService
import BrowsersService
import PlacesAPI
import PluginKit
import Presenting
import RateLimitingSQL
import ScreensAPI
import SecurityMetricsServiceAPI
import ServerWebWiring
import SessionsService
import SessionsServiceAPI

/// Installs logging devices in through a browser elsewhere, and the page for it.
enum DeviceLoginWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ limits: Installed<RateLimitingPlugin.Exports>, _ web: Web
    ) throws(PluginHostError) {
        let address = base.address
        let service = try host.install(DeviceLoginServicePlugin.self) { scope in
            try .init(
                address: { address.text }, database: scope[base.database], cryptography: scope[base.cryptography],
                serverKeys: scope[base.keys], accounts: scope[accounts].accounts,
                authentication: scope[sessions].authentication, issuing: scope[sessions].issuing,
                ending: scope[sessions].ending, limiters: scope[limits].limiters,
                locators: scope.collector(of: PlaceLocators.self), offered: scope.collector(of: OfferedSteps.self),
                audit: scope.collector(of: AuditRecorders.self), metrics: scope[base.metrics], log: scope[base.log],
                now: scope[base.now])
        }
        try host.install(DeviceLoginScreensPlugin.self) { scope in
            .init(devices: scope[ifEnabled: web.clients, with: service]?.scoped(\.devicesToLetIn))
        }
    }
}
