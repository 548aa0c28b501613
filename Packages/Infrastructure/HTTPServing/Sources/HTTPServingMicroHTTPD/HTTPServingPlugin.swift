public import ConfigurationAPI
import FoundationEssentials
public import HTTPServingAPI
import Localization
public import PluginKit
public import TelemetryAPI

/// Installs the HTTP server.
public enum HTTPServingPlugin: Plugin {
    /// What the server needs.
    public struct Dependencies: Sendable {
        /// What to listen on and what to put up with.
        public var settings: HTTPServerSettings
        /// Makes what answers requests; called once, when the server starts,
        /// so that all plugins have contributed their routes by then.
        public var makeResponder: @Sendable () throws -> any HTTPResponding
        /// Hears of every request.
        public var observer: any RequestObserver
        /// Makes a fresh identifier for a request.
        public var makeRequestID: @Sendable () -> String
        /// The name by which people reach the server, for who examines its certificate; nil if nobody said.
        public var publicHost: String?
        /// Whether a server uses the data, for who examines the address beside it.
        public var isServing: @Sendable () -> Bool
        /// Measures how long stopping takes.
        public var clock: any Clock<Duration>

        /// Creates dependencies.
        public init(
            settings: HTTPServerSettings, observer: any RequestObserver,
            makeRequestID: @escaping @Sendable () -> String, clock: any Clock<Duration> = ContinuousClock(),
            publicHost: String? = nil, isServing: @escaping @Sendable () -> Bool = { false },
            makeResponder: @escaping @Sendable () throws -> any HTTPResponding
        ) {
            self.settings = settings
            self.observer = observer
            self.makeRequestID = makeRequestID
            self.clock = clock
            self.publicHost = publicHost
            self.isServing = isServing
            self.makeResponder = makeResponder
        }

        /// Creates dependencies as operators have set them, as far as there is
        /// memory.
        ///
        /// - Parameters:
        ///   - log: Hears when there isn't.
        ///   - isServing: Whether a server uses the data.
        /// - Throws: ``HTTPServingError``, or that there is too little memory for
        ///   a server.
        public init(
            _ configuration: Configuration, log: Logger, observer: any RequestObserver,
            makeRequestID: @escaping @Sendable () -> String, isServing: @escaping @Sendable () -> Bool = { false },
            makeResponder: @escaping @Sendable () throws -> any HTTPResponding
        ) throws {
            self.init(
                settings: try HTTPServerSettings(configuration, log: log), observer: observer,
                makeRequestID: makeRequestID, publicHost: configuration[HTTPServingSection.publicURL]?.host(),
                isServing: isServing, makeResponder: makeResponder)
        }
    }

    /// What the server offers.
    public struct Exports: Sendable {
        /// The server; it listens while its service runs.
        public let server: any HTTPServer
    }

    /// How the plugin is called.
    public static let manifest = PluginManifest(
        id: "http-server",
        summary: LocalizedText(en: "Serves HTTP and HTTPS", es: "Sirve HTTP y HTTPS"))

    /// The address, and the limits of connections.
    public static let declarations = Contributions(
        HTTPServingSection.section, ConnectionSettings.section, to: ConfigurationSections.self)

    /// Builds the server; its service listens from start to stop.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let server = MicroHTTPDServer(dependencies)
        return Assembly(exports: Exports(server: server), services: [server])
    }
}
