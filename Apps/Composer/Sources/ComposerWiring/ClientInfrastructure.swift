import CryptographyAPI
import CryptographyOpenSSL
import HTTPTransportAPI
import HTTPTransportCurl
import Localization
import PluginKit
import TelemetryAPI
import TelemetryOutput

/// The infrastructure on which the features of the client stand.
///
/// Reading a part while a plugin is being installed notes that the plugin
/// depends on it.
struct ClientInfrastructure {
    private let telemetry: Installed<TelemetryPlugin.Exports>
    private let cryptographyPlugin: Installed<CryptographyPlugin.Exports>
    private let transportPlugin: Installed<HTTPTransportPlugin.Exports>
    private let address: ServerAddress
    private let language: Language

    init(_ host: PluginHost, _ options: ClientOptions) throws(PluginHostError) {
        address = options.server
        language = options.language
        telemetry = try host.install(
            TelemetryPlugin.self, .init(level: options.logLevel, destination: .standardError))
        cryptographyPlugin = try host.install(CryptographyPlugin.self, .init())
        transportPlugin = try host.install(
            HTTPTransportPlugin.self,
            .init(userAgent: "essential/\(ClientOptions.version)", authorityFile: options.authorityFile))
    }

    var log: Logger { get throws(PluginHostError) { try telemetry.exports.logger } }
    var cryptography: Cryptography { get throws(PluginHostError) { try cryptographyPlugin.exports.cryptography } }
    var transport: any HTTPTransport { get throws(PluginHostError) { try transportPlugin.exports.transport } }
    /// For tasks that do little but send requests.
    var executor: any TaskExecutor { get throws(PluginHostError) { try transportPlugin.exports.executor } }

    /// Asks the server without credentials.
    var server: ServerClient { get throws(PluginHostError) { client(over: try transport) } }

    /// Asks the server over another transport, such as one that adds credentials.
    func client(over transport: any HTTPTransport) -> ServerClient {
        ServerClient(address: address, transport: transport, acceptLanguage: language.rawValue)
    }
}
