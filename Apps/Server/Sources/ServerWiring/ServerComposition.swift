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
    let address: PublicAddress
    let cryptography: Cryptography
    let log: Logger

    init(_ configuration: Configuration, data: String) throws(PluginHostError) {
        host = PluginHost(disabled: Set(configuration[ServerSettings.disabledPlugins]))
        let infrastructure = try ServerInfrastructure(host, configuration, data: data)
        address = PublicAddress(configuration)
        try ServerFeatures.install(on: infrastructure, host, configuration, address)
        server = try ServerHTTP.install(on: infrastructure, host, configuration, address).exports.server
        address.follow(server)
        cryptography = try infrastructure.cryptography
        log = try infrastructure.log
        try host.checkDisabledNames()
    }
}
