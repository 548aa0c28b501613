import AccountsService
import AccountsServiceAPI
import BrowsersService
import ExternalProvidersScreens
import ExternalProvidersService
import PluginKit
import Presenting
import ScreensAPI
import SecurityMetricsServiceAPI
import ServerWebWiring
import SessionsService
import SessionsServiceAPI

/// Installs signing in through providers, and its screens.
enum ExternalProvidersWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>
    ) throws(PluginHostError) -> Installed<ExternalProvidersServicePlugin.Exports> {
        try host.install(ExternalProvidersServicePlugin.self) { [address = base.address] scope in
            try .init(
                configuration: base.configuration, database: scope[base.database],
                cryptography: scope[base.cryptography], transport: scope[base.transport],
                accounts: scope[accounts].accounts, passwords: scope[accounts].passwords,
                ways: scope.collector(of: WaysIn.self), states: scope.collector(of: AccountStates.self),
                authentication: scope[sessions].authentication,
                issuing: scope[sessions].issuing, origins: scope[sessions].origins,
                events: scope[sessions].events,
                offered: scope.collector(of: OfferedSteps.self), letterWays: base.ways(in: scope),
                address: { address.text },
                mail: scope[accounts].mailOfWays(over: scope[base.mail]),
                audit: scope.collector(of: AuditRecorders.self),
                metrics: scope[base.metrics], log: scope[base.log], now: scope[base.now])
        }
    }

    static func installScreens(
        _ host: inout PluginHost, _ clients: Installed<BrowserScopes<BrowserClient>>,
        _ providers: Installed<ExternalProvidersServicePlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(ExternalProvidersScreensPlugin.self) { scope in
            let part = scope[ifEnabled: clients, with: providers]
            return .init(
                providers: part?.scoped(\.providers), ways: part?.scoped(\.waysIn),
                deletions: part?.scoped(\.providerDeletions),
                isOffered: scope[ifEnabled: providers]?.isOffered ?? false)
        }
    }
}
