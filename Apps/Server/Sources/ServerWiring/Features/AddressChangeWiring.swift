import AccountsService
import AddressChangeScreens
import AddressChangeService
import BrowsersService
import CryptographyAPI
import LoginService
import LoginServiceAPI
import MailedProofsService
import PluginKit
import Presenting
import RateLimitingSQL
import ServerWebWiring
import SessionsService
import SessionsServiceAPI

/// Installs the change of an address, and its screens.
enum AddressChangeWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ login: Installed<LoginServicePlugin.Exports>, _ rules: Installed<PasswordRulesPlugin.Exports>,
        _ proofs: Installed<MailedProofsServicePlugin.Exports>, _ limits: Installed<RateLimitingPlugin.Exports>
    ) throws(PluginHostError) -> Installed<AddressChangeServicePlugin.Exports> {
        try host.install(AddressChangeServicePlugin.self) { scope in
            try .init(
                database: scope[base.database], proofs: scope[proofs].proofs, accounts: scope[accounts].accounts,
                addresses: scope[accounts].addresses, passwords: scope[accounts].passwords, rules: scope[rules].rules,
                sessions: scope[sessions].authentication, states: scope.collector(of: AccountStates.self),
                events: scope[sessions].events, devices: scope[login].devices, lockout: scope[login].lockouts,
                checkers: scope.collector(of: SecondFactorCheckers.self),
                limiters: scope[limits].limiters, work: scope[base.work], mail: scope[base.mail],
                offered: scope.collector(of: OfferedSteps.self), ways: base.ways(in: scope),
                cryptography: scope[base.cryptography], address: { [address = base.address] in address.text },
                log: scope[base.log], now: scope[base.now])
        }
    }

    /// That to which the letter leads is there without the plugin `web`, too.
    static func installScreens(
        _ host: inout PluginHost, _ clients: Installed<BrowserScopes<BrowserClient>>,
        _ change: Installed<AddressChangeServicePlugin.Exports>, _ accounts: Installed<AccountsServicePlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(AddressChangeScreensPlugin.self) { scope in
            .init(
                change: scope[ifEnabled: clients, with: change]?.scoped(\.addressChange),
                account: scope[ifEnabled: clients, with: accounts]?.scoped(\.account),
                restoring: scope[ifEnabled: change]?.restoring)
        }
    }
}
