import AccountsService
import LoginService
import LoginServiceAPI
import PluginKit
import Presenting
import RateLimitingSQL
import SecondFactorOperations
import SecondFactorService
import SessionsService

/// Installs authenticators and recovery codes.
enum SecondFactorWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ login: Installed<LoginServicePlugin.Exports>, _ limits: Installed<RateLimitingPlugin.Exports>
    ) throws(PluginHostError) -> Installed<Void> {
        try host.install(SecondFactorOperationsPlugin.self, ())
        let tables = try host.install(SecondFactorGuardPlugin.self) { scope in
            let checkers = scope.collector(of: SecondFactorCheckers.self)
            return try .init(
                configuration: base.configuration, database: scope[base.database], isAsked: { !checkers().isEmpty },
                now: scope[base.now])
        }
        return try host.install(SecondFactorServicePlugin.self) { scope in
            try scope[tables]
            return try .init(
                configuration: base.configuration, database: scope[base.database],
                cryptography: scope[base.cryptography], serverKeys: scope[base.keys],
                accounts: scope[accounts].accounts, sessions: scope[sessions].authentication,
                reauthentication: scope[sessions].reauthentication, events: scope[sessions].events,
                passwords: scope[login].passwords, passwordWays: scope[accounts].passwords,
                observers: scope.collector(of: LoginObservers.self),
                limiters: scope[limits].limiters, mail: scope[accounts].mailOfWays(over: scope[base.mail]),
                offered: scope.collector(of: OfferedSteps.self), ways: base.ways(in: scope), log: scope[base.log],
                now: scope[base.now])
        }
    }
}
