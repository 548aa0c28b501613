import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import HTTPTransportAPI
import HTTPTransportCurl
import Localization
import PluginKit
import TelemetryAPI
import TelemetryOutput

/// The infrastructure on which the features of the client stand.
struct ClientInfrastructure {
    let telemetry: Installed<TelemetryPlugin.Exports>
    let cryptography: Installed<CryptographyPlugin.Exports>
    let transport: Installed<HTTPTransportPlugin.Exports>
    let address: ServerAddress
    private let language: Language

    init(_ host: inout PluginHost, _ options: ClientOptions) throws(PluginHostError) {
        address = options.server
        language = options.language
        telemetry = try host.install(
            TelemetryPlugin.self, .init(level: options.logLevel, destination: .standardError))
        cryptography = try host.install(CryptographyPlugin.self, .init())
        transport = try host.install(
            HTTPTransportPlugin.self,
            .init(userAgent: "essential/\(ClientOptions.version)", authorityFile: options.authorityFile))
    }

    /// Asks the server over a transport, such as one that adds credentials.
    func client(over transport: any HTTPTransport) -> ServerClient {
        ServerClient(address: address, transport: transport, acceptLanguage: language.rawValue)
    }

    /// Asks the server over a transport that belongs to one person.
    func clients(
        over transportOf: @escaping @Sendable (UserID) -> any HTTPTransport
    ) -> @Sendable (UserID) -> ServerClient {
        { [address, language] person in
            ServerClient(address: address, transport: transportOf(person), acceptLanguage: language.rawValue)
        }
    }
}
