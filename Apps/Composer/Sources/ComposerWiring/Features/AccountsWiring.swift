import AccountsClient
import AccountsPresentation
import AccountsScreens
import PluginKit
import ScreensAPI
import SecondFactorClient
import SessionsAPI
import SessionsClient
import TokenRefreshClient

/// Installs what tells whose account it is.
enum AccountsWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ refresh: Installed<TokenRefreshClientPlugin.Exports>,
        _ sessions: Installed<SessionsClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<AccountsClientPlugin.Exports> {
        try host.install(AccountsClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[refresh].personalTransport),
                serverOf: base.clients(over: scope[refresh].transportOf), sessions: scope[sessions].store,
                lock: scope[sessions].lock, endObservers: scope.collector(of: SessionEndObservers.self))
        }
    }

    static func installScreens(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(AccountsScreensPlugin.self) { scope in
            .init(
                account: Scoped(always: try scope[features.accounts].loading),
                renaming: Scoped(always: try scope[features.accounts].renaming),
                deleting: Scoped(always: try scope[features.accounts].deleting),
                navigation: scope.collector(of: ScreenNavigation.self),
                news: scope.collector(of: ScreenNews.self))
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(AccountsPresentationPlugin.self) { scope in
            try .init(
                accounts: scope[features.accounts].loading, renaming: scope[features.accounts].renaming,
                deleting: scope[features.accounts].deleting, proving: scope[features.secondFactor].factors,
                sessions: scope[features.sessions].store)
        }
    }
}
