import PasskeysClient
import PasskeysPresentation
import PluginKit
import SecondFactorClient
import TokenRefreshClient

/// Installs the passkeys of who is logged in.
enum PasskeysWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ refresh: Installed<TokenRefreshClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<PasskeysClientPlugin.Exports> {
        try host.install(PasskeysClientPlugin.self) { scope in try base.client(over: scope[refresh].personalTransport) }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(PasskeysPresentationPlugin.self) { scope in
            try .init(passkeys: scope[features.passkeys].passkeys, proving: scope[features.secondFactor].factors)
        }
    }
}
