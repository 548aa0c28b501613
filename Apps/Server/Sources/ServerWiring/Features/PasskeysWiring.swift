import AccountsService
import AccountsServiceAPI
import BrowsersService
import ConfigurationAPI
import FoundationEssentials
import HTTPServingAPI
import PasskeysScreens
import PasskeysService
import PluginKit
import Presenting
import ScreensAPI
import ServerWebWiring
import SessionsService
import SessionsServiceAPI

/// Installs passkeys, and their screens.
enum PasskeysWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>
    ) throws(PluginHostError) -> Installed<PasskeysServicePlugin.Exports> {
        try host.install(PasskeysServicePlugin.self) { scope in
            try .init(
                address: base.configuration[HTTPServingSection.publicURL], database: scope[base.database],
                cryptography: scope[base.cryptography], serverKeys: scope[base.keys],
                accounts: scope[accounts].accounts, ways: scope.collector(of: WaysIn.self),
                states: scope.collector(of: AccountStates.self),
                authentication: scope[sessions].authentication,
                issuing: scope[sessions].issuing, reauthentication: scope[sessions].reauthentication,
                origins: scope[sessions].origins, events: scope[sessions].events,
                offered: scope.collector(of: OfferedSteps.self), letterWays: base.ways(in: scope),
                mail: scope[accounts].mailOfWays(over: scope[base.mail]), metrics: scope[base.metrics],
                log: scope[base.log], now: scope[base.now])
        }
    }

    static func installScreens(
        _ host: inout PluginHost, _ clients: Installed<BrowserScopes<BrowserClient>>,
        _ passkeys: Installed<PasskeysServicePlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(PasskeysScreensPlugin.self) { scope in
            let part = scope[ifEnabled: clients, with: passkeys]
            return .init(
                signingIn: part?.scoped(\.passkeyLogin), passkeys: part?.scoped(\.passkeys),
                isOffered: scope[ifEnabled: passkeys]?.isOffered ?? false)
        }
    }
}
