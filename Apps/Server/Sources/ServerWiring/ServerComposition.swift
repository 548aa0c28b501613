import ConfigurationAPI
import CryptographyAPI
import CryptographyOpenSSL
import HTTPServingAPI
import HTTPServingMicroHTTPD
import PluginKit
import TelemetryAPI
import TelemetryOutput

/// The whole server, composed and not started.
struct ServerComposition {
    let plugins: Composition
    let server: any HTTPServer
    let address: PublicAddress
    let cryptography: Cryptography
    let log: Logger
    /// Sets the least level that is logged from now on.
    let setLogLevel: @Sendable (LogLevel) -> Void
    /// The file of the certificate, where there is one.
    let certificate: String?

    init(_ configuration: Configuration, data: String) throws(PluginHostError) {
        var host = PluginHost(disabled: Set(configuration[ServerSettings.disabledPlugins]))
        let base = try ServerInfrastructure(&host, configuration, data: data)
        address = base.address
        try ServerFeatures.install(on: base, &host)
        let serving = try ServerHTTP.install(on: base, &host)
        plugins = try host.composed()
        server = try plugins[serving].server
        address.follow(server)
        cryptography = try plugins[base.cryptography].cryptography
        log = try plugins[base.telemetry].logger
        setLogLevel = try plugins[base.telemetry].setLevel
        certificate = configuration[ServerSettings.certificate]
    }
}
