import AccountsClient
import AccountsPresentation
import PluginKit
import SessionsClient
import TokenRefreshClient

/// Installs what tells whose account it is.
enum AccountsWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ refresh: Installed<TokenRefreshClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<AccountsClientPlugin.Exports> {
        try host.install(AccountsClientPlugin.self) { scope in
            try .init(server: base.client(over: scope[refresh].transport))
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(AccountsPresentationPlugin.self) { scope in
            try .init(accounts: scope[features.accounts].loading, sessions: scope[features.sessions].store)
        }
    }
}
