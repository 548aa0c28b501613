import ComposerFlows
import HTTPTransportAPI
import PluginKit
import SecureStorageClient
import SecurityMetricsClient
import SecurityMetricsPresentation
import TokenRefreshClient

/// Installs what this device keeps of the server's audit trail.
enum SecurityMetricsWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ storage: Installed<SecureStorageClientPlugin.Exports>, _ refresh: Installed<TokenRefreshClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<SecurityMetricsClientPlugin.Exports> {
        try host.install(SecurityMetricsClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[refresh].personalTransport), secrets: scope[storage].secrets,
                cryptography: base.cryptography(in: scope))
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(SecurityMetricsPresentationPlugin.self) { scope in
            try .init(trail: scope[features.trail].trail, server: base.address.description)
        }
    }
}
