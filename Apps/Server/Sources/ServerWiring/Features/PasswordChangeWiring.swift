import AccountsService
import LoginService
import PasswordChangeService
import PluginKit
import Presenting
import RateLimitingSQL
import SessionsService
import SessionsServiceAPI

/// Installs the change of a password by who knows it.
enum PasswordChangeWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ login: Installed<LoginServicePlugin.Exports>, _ rules: Installed<PasswordRulesPlugin.Exports>,
        _ limits: Installed<RateLimitingPlugin.Exports>
    ) throws(PluginHostError) -> Installed<Void> {
        try host.install(PasswordChangeServicePlugin.self) { scope in
            try .init(
                database: scope[base.database], sessions: scope[sessions].authentication,
                tokens: scope[sessions].replacing, devices: scope[login].devices, accounts: scope[accounts].accounts,
                confirmation: scope[login].passwords, passwords: scope[accounts].passwords,
                rules: scope[rules].rules, states: scope.collector(of: AccountStates.self),
                limiters: scope[limits].limiters, mail: scope[accounts].mailOfWays(over: scope[base.mail]),
                offered: scope.collector(of: OfferedSteps.self), ways: base.ways(in: scope), log: scope[base.log],
                now: scope[base.now])
        }
    }
}
