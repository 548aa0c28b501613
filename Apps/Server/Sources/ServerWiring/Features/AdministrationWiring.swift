import AccountsService
import AdministrationAPI
import AdministrationOperations
import AdministrationScreens
import AdministrationService
import BrowsersService
import FeedService
import HTTPServingAPI
import OperatingAPI
import PluginKit
import RegistrationService
import ScreensAPI
import SecurityMetricsService
import SecurityMetricsServiceAPI
import ServerWebWiring
import SessionsService
import SessionsServiceAPI

/// Installs administrators, and their pages.
enum AdministrationWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ metrics: Installed<SecurityMetricsServicePlugin.Exports>,
        _ invitations: Installed<InvitationsServicePlugin.Exports>, _ feed: Installed<FeedServicePlugin.Exports>
    ) throws(PluginHostError) -> Installed<AdministrationServicePlugin.Exports> {
        try host.install(AdministrationOperationsPlugin.self, ())
        return try host.install(AdministrationServicePlugin.self) { scope in
            let events = try scope[metrics]
            return try .init(
                database: scope[base.database], cryptography: scope[base.cryptography],
                sessions: scope[sessions].authentication, accounts: scope[accounts].accounts,
                listing: scope[accounts].listing, inviting: scope[ifEnabled: invitations]?.inviting,
                moderating: scope[ifEnabled: feed]?.moderating,
                states: scope.collector(of: AccountStates.self),
                acts: scope.collector(of: AccountActs.self),
                facts: scope.collector(of: AccountFactSources.self), browsing: events.browsing, closing: events.closing,
                audit: scope.collector(of: AuditRecorders.self),
                checks: scope.collector(of: HealthChecks.self),
                serverFacts: scope.collector(of: ServerFactSources.self), log: scope[base.log], now: scope[base.now])
        }
    }

    /// Whether somebody is an administrator is asked as from any client, with the person's
    /// credentials; what they see then has no address but these pages.
    static func installScreens(
        _ host: inout PluginHost, _ clients: Installed<BrowserScopes<BrowserClient>>,
        _ administration: Installed<AdministrationServicePlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(AdministrationScreensPlugin.self) { scope in
            let standing = scope[ifEnabled: clients, with: administration]?.scoped(\.administration)
            let desk = scope[ifEnabled: administration, with: clients]?.desk
            let administrating = standing.flatMap { standing in
                desk.map { desk in
                    Scoped<any Administrating> { browser in desk(try await standing(at: browser).administrator()) }
                }
            }
            return .init(standing: standing, administrating: administrating)
        }
    }
}
