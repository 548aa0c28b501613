import AccountsClient
import AddressChangeClient
import AddressChangePresentation
import AddressChangeScreens
import LoginClient
import PluginKit
import ScreensAPI
import SecondFactorClient
import SessionsClient
import TokenRefreshClient

/// Installs the change of an address.
enum AddressChangeWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ sessions: Installed<SessionsClientPlugin.Exports>, _ login: Installed<LoginClientPlugin.Exports>,
        _ refresh: Installed<TokenRefreshClientPlugin.Exports>, _ accounts: Installed<AccountsClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<AddressChangeClientPlugin.Exports> {
        try host.install(AddressChangeClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[refresh].personalTransport), sessions: scope[sessions].store,
                lock: scope[sessions].lock, account: scope[accounts].loading,
                devices: scope[login].devices)
        }
    }

    static func installScreens(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(AddressChangeScreensPlugin.self) { scope in
            try .init(
                change: Scoped(always: scope[features.addressChange].change),
                account: Scoped(always: scope[features.accounts].loading))
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(AddressChangePresentationPlugin.self) { scope in
            try .init(
                change: scope[features.addressChange].change, proving: scope[features.secondFactor].factors)
        }
    }
}
