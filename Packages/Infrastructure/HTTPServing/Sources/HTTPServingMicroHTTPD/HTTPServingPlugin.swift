public import HTTPServingAPI
import Localization
public import PluginKit

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
        /// Measures how long stopping takes.
        public var clock: any Clock<Duration>

        /// Creates dependencies.
        public init(
            settings: HTTPServerSettings, observer: any RequestObserver,
            makeRequestID: @escaping @Sendable () -> String, clock: any Clock<Duration> = ContinuousClock(),
            makeResponder: @escaping @Sendable () throws -> any HTTPResponding
        ) {
            self.settings = settings
            self.observer = observer
            self.makeRequestID = makeRequestID
            self.clock = clock
            self.makeResponder = makeResponder
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
        summary: LocalizedText(en: "Serves HTTP and HTTPS.", es: "Sirve HTTP y HTTPS."))

    /// Builds the server; its service listens from start to stop.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let server = MicroHTTPDServer(dependencies)
        return Assembly(exports: Exports(server: server), services: [server])
    }
}
