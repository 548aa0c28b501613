import LoginClient
import PasswordChangeClient
import PasswordChangePresentation
import PasswordChangeScreens
import PluginKit
import ScreensAPI
import SecondFactorClient
import SessionsClient
import TokenRefreshClient

/// Installs the change of a password.
enum PasswordChangeWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ sessions: Installed<SessionsClientPlugin.Exports>, _ login: Installed<LoginClientPlugin.Exports>,
        _ refresh: Installed<TokenRefreshClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<PasswordChangeClientPlugin.Exports> {
        try host.install(PasswordChangeClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[refresh].personalTransport), sessions: scope[sessions].store,
                devices: scope[login].devices)
        }
    }

    static func installScreens(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(PasswordChangeScreensPlugin.self) { scope in
            try .init(
                change: Scoped(always: scope[features.passwordChange].change),
                proving: Scoped(always: scope[features.secondFactor].factors))
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(PasswordChangePresentationPlugin.self) { scope in
            try .init(
                change: scope[features.passwordChange].change, proving: scope[features.secondFactor].factors)
        }
    }
}
