import ComposerFlows
import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import HTTPTransportAPI
import HTTPTransportCurl
import Localization
import OfflineQueueAPI
import PluginKit
import ScreensApp
import SecureStorageAPI
import TelemetryAPI
import TelemetryOutput

/// The infrastructure on which the features of the client stand.
struct ClientInfrastructure {
    /// Where the program runs, and who is in front of it.
    struct Surroundings {
        /// How this device calls itself.
        let device: String?
        /// What opens pages with the person's browser; nil where there is no desktop.
        let desktop: Desktop?
        /// Asks for the pass phrase of the vault.
        let passphrases: AskedPassphrases
        /// Is told when sending what waits takes long.
        let onDelay: @Sendable () -> Void
        /// Is told what is sealed while it is sent; nil when nothing is any more.
        let onSealed: @Sendable (QueuedRequestKind?) -> Void
        /// Is told what became of a request that waited.
        let onSent: @Sendable (QueueNotice) -> Void
        /// Tells the person what isn't an error and has to be known.
        let onWarning: @Sendable (LocalizedText) -> Void
    }

    let options: ClientOptions
    let surroundings: Surroundings
    let places: ClientPlaces
    let telemetry: Installed<TelemetryPlugin.Exports>
    let cryptography: Installed<CryptographyPlugin.Exports>
    let transport: Installed<HTTPTransportPlugin.Exports>
    /// Whether there is a server.
    let presence = ServerPresence()

    init(
        _ host: inout PluginHost, _ options: ClientOptions, _ surroundings: Surroundings
    ) throws(PluginHostError) {
        (self.options, self.surroundings) = (options, surroundings)
        places = ClientPlaces(home: options.home, profile: options.profile, server: options.server)
        telemetry = try host.install(
            TelemetryPlugin.self, .init(level: options.logLevel, destination: .standardError))
        cryptography = try host.install(CryptographyPlugin.self, .init())
        transport = try host.install(HTTPTransportPlugin.self) { [places] scope in
            .init(
                userAgent: "essential/\(ClientOptions.version) (Linux)", authorityFile: options.authorityFile,
                hasAnswered: { places.hasAnswers }, pinnings: scope.collector(of: HostPinnings.self))
        }
    }

    var address: ServerAddress { options.server }

    func cryptography(in scope: borrowing PluginScope) throws(PluginHostError) -> Cryptography {
        try scope[cryptography].cryptography
    }

    func transport(in scope: borrowing PluginScope) throws(PluginHostError) -> any HTTPTransport {
        try presence.noting(scope[transport].transport)
    }

    func log(in scope: borrowing PluginScope) throws(PluginHostError) -> Logger { try scope[telemetry].logger }

    /// Asks the server over a transport, such as one that adds credentials, and no
    /// longer than somebody at a screen waits.
    func client(over transport: any HTTPTransport) -> ServerClient {
        unhurriedClient(over: PatientTransport(transport))
    }

    /// Asks the server for what is to be done to its end, whoever waits for it.
    func unhurriedClient(over transport: any HTTPTransport) -> ServerClient {
        ServerClient(address: address, transport: transport, acceptLanguage: options.language.rawValue)
    }

    /// Asks the server over a transport that belongs to one person.
    func clients(
        over transportOf: @escaping @Sendable (UserID) -> any HTTPTransport
    ) -> @Sendable (UserID) -> ServerClient {
        { [address, language = options.language.rawValue] person in
            ServerClient(
                address: address, transport: PatientTransport(transportOf(person)), acceptLanguage: language)
        }
    }
}
