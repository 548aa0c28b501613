import PluginKit
import ScreensAPI
import SecondFactorClient
import SecondFactorPresentation
import SecondFactorScreens
import TokenRefreshClient

/// Installs second factors.
enum SecondFactorWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ refresh: Installed<TokenRefreshClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<SecondFactorClientPlugin.Exports> {
        try host.install(SecondFactorClientPlugin.self) { scope in
            try base.client(over: scope[refresh].personalTransport)
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(SecondFactorPresentationPlugin.self) { scope in
            let factors = try scope[features.secondFactor].factors
            return .init(factors: factors, proving: factors)
        }
    }

    static func installScreens(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(SecondFactorScreensPlugin.self) { scope in
            try .init(factors: Scoped(always: scope[features.secondFactor].factors))
        }
    }
}
