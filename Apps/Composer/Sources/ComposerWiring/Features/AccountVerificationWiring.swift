import AccountVerificationClient
import AccountVerificationPresentation
import AccountVerificationScreens
import AccountsClient
import OfflineQueueClient
import PluginKit
import ScreensAPI
import SessionsClient
import TokenRefreshClient

/// Installs the verification of an email address.
enum AccountVerificationWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ sessions: Installed<SessionsClientPlugin.Exports>, _ queue: Installed<OfflineQueueClientPlugin.Exports>,
        _ refresh: Installed<TokenRefreshClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<AccountVerificationClientPlugin.Exports> {
        try host.install(AccountVerificationClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[refresh].transport), sessions: scope[sessions].store,
                lock: scope[sessions].lock, queue: scope[queue].queue)
        }
    }

    static func installScreens(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) -> Installed<AccountVerificationScreensPlugin.Exports> {
        try host.install(AccountVerificationScreensPlugin.self) { scope in
            try .init(
                proving: nil, confirmation: Scoped(always: scope[features.verification].confirmation),
                account: Scoped(always: scope[features.accounts].loading))
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(AccountVerificationPresentationPlugin.self) { scope in
            try .init(confirmation: scope[features.verification].confirmation)
        }
    }
}
