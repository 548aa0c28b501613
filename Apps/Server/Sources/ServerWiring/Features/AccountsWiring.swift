import AccountsOperations
import AccountsService
import AccountsServiceAPI
import PluginKit
import Presenting
import RateLimitingSQL
import SessionsService
import SessionsServiceAPI

/// Installs accounts and their passwords.
enum AccountsWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ sessions: Installed<SessionsServicePlugin.Exports>
    ) throws(PluginHostError) -> Installed<AccountsServicePlugin.Exports> {
        try host.install(AccountsOperationsPlugin.self, ())
        try host.install(AccountLettersPlugin.self) { scope in
            try .init(mail: scope[base.mail], keepers: scope.collector(of: AddressKeepers.self))
        }
        return try host.install(AccountsServicePlugin.self) { scope in
            try .init(
                configuration: base.configuration, database: scope[base.database],
                cryptography: scope[base.cryptography], serverKeys: scope[base.keys],
                authentication: scope[sessions].authentication,
                subjects: scope[sessions].subjects, offered: scope.collector(of: OfferedSteps.self),
                observers: scope.collector(of: AccountObservers.self),
                keepers: scope.collector(of: AddressKeepers.self),
                followers: scope.collector(of: OperatorActFollowers.self),
                logger: scope[base.log], now: scope[base.now])
        }
    }

    /// Installs what lets people delete their accounts.
    static func installDeletion(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ limits: Installed<RateLimitingPlugin.Exports>
    ) throws(PluginHostError) -> Installed<Void> {
        try host.install(AccountDeletionPlugin.self) { scope in
            try .init(
                configuration: base.configuration, database: scope[base.database],
                sessions: scope[sessions].authentication, subjects: scope[sessions].subjects,
                events: scope[sessions].events, states: scope.collector(of: AccountStates.self),
                observers: scope.collector(of: AccountObservers.self),
                keepers: scope.collector(of: AddressKeepers.self),
                followers: scope.collector(of: OperatorActFollowers.self), attempts: scope[limits].attempts,
                mail: scope[base.mail], log: scope[base.log], now: scope[base.now])
        }
    }

    /// Installs the rules of passwords.
    static func installRules(
        on base: ServerInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) -> Installed<PasswordRulesPlugin.Exports> {
        try host.install(PasswordRulesPlugin.self, base.configuration)
    }
}
