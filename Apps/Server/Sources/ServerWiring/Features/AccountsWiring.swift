import AccountsService
import AccountsServiceAPI
import PluginKit
import SessionsService

/// Installs accounts and their passwords.
enum AccountsWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ sessions: Installed<SessionsServicePlugin.Exports>
    ) throws(PluginHostError) -> Installed<AccountsServicePlugin.Exports> {
        try host.install(AccountsServicePlugin.self) { scope in
            try .init(
                database: base.database(in: scope), cryptography: base.cryptography(in: scope),
                serverKeys: base.keys(in: scope), authentication: scope[sessions].authentication,
                subjects: scope[sessions].subjects, observers: scope.collector(of: AccountObservers.self),
                logger: base.log(in: scope), now: base.now(in: scope))
        }
    }
}
