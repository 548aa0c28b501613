import ConfigurationAPI
import CryptographyAPI
import HTTPServingAPI
import HTTPServingMicroHTTPD
import OperatingAPI
import PluginKit
import SQLStoreAPI
import TelemetryAPI

/// The whole server, composed and not started.
struct ServerComposition {
    let plugins: Composition
    let server: any HTTPServer
    let address: PublicAddress
    let cryptography: Cryptography
    let database: any SQLDatabase
    let log: Logger

    /// - Parameter access: Opens the data for what makes backups; nil where no server is to run.
    init(
        _ configuration: Configuration, data: String, access: (any ServerDataAccess)? = nil
    ) throws(PluginHostError) {
        var host = PluginHost(disabled: Set(configuration[ServerSettings.disabledPlugins]))
        let (base, serving) = try Self.install(configuration, data: data, access: access, on: &host)
        plugins = try host.composed()
        server = try plugins[serving].server
        address = base.address
        address.follow(server)
        cryptography = try plugins[base.cryptography]
        database = try plugins[base.database]
        log = try plugins[base.log]
    }

    /// Installs all plugins, in the order in which they need one another.
    static func install(
        _ configuration: Configuration, data: String, access: (any ServerDataAccess)? = nil,
        on host: inout PluginHost
    ) throws(PluginHostError) -> (ServerInfrastructure, Installed<HTTPServingPlugin.Exports>) {
        let base = try ServerInfrastructure.install(&host, configuration, data: data)
        try base.installBackups(&host, access: access)
        let features = try ServerFeatures(on: base, &host)
        return (base, try ServerHTTP.install(on: base, &host, features.web))
    }
}
