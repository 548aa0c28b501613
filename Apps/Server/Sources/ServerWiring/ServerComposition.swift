import ConfigurationAPI
import CryptographyAPI
import HTTPServingAPI
import HTTPServingMicroHTTPD
import PluginKit
import TelemetryAPI

/// The whole server, composed and not started.
struct ServerComposition {
    let host: PluginHost
    let server: any HTTPServer
    let cryptography: Cryptography
    let log: Logger

    init(_ configuration: Configuration, data: String) throws(PluginHostError) {
        host = PluginHost(disabled: Set(configuration[ServerSettings.disabledPlugins]))
        let infrastructure = try ServerInfrastructure(host, configuration, data: data)
        try ServerFeatures.install(on: infrastructure, host, configuration)
        server = try ServerHTTP.install(on: infrastructure, host, configuration).exports.server
        cryptography = try infrastructure.cryptography
        log = try infrastructure.log
        try host.checkDisabledNames()
    }
}
