import CurlKit
public import HTTPTransportAPI
import Localization
public import PluginKit

/// Installs the way to reach servers over HTTP.
///
/// Assembling starts nothing: the one thread of the transport starts with the
/// first request and ends when the services of the program are stopped.
public enum HTTPTransportPlugin: Plugin {
    /// How this program appears to servers and whom it trusts.
    public struct Dependencies: Sendable {
        /// The value of `User-Agent`, such as `essential/1.0`.
        public var userAgent: String
        /// The path of a file in PEM of the certificate authorities to trust
        /// instead of those of the system.
        public var authorityFile: String?
        /// Tells of a server that can't be reached whether it has answered before, so
        /// that its address is right.
        public var hasAnswered: @Sendable () -> Bool
        /// Who has pins of hosts.
        public var pinnings: @Sendable () -> [any HostPinning]
        /// At most so many connections to one host at a time.
        public var maximumConnectionsPerHost: Int

        /// Creates the settings.
        public init(
            userAgent: String, authorityFile: String? = nil, maximumConnectionsPerHost: Int = 32,
            hasAnswered: @escaping @Sendable () -> Bool = { false },
            pinnings: @escaping @Sendable () -> [any HostPinning] = { [] }
        ) {
            self.userAgent = userAgent
            self.authorityFile = authorityFile
            self.maximumConnectionsPerHost = maximumConnectionsPerHost
            self.hasAnswered = hasAnswered
            self.pinnings = pinnings
        }
    }

    /// What other plugins get.
    public struct Exports: Sendable {
        /// Sends requests.
        public let transport: any HTTPTransport
        /// Shows which certificates servers have.
        public let certificates: any CertificateShowing
        /// The transport's own thread, for tasks that do little but send
        /// requests: there, no request costs a switch between threads.
        ///
        /// All requests wait while such a task computes or blocks.
        public let executor: any TaskExecutor
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "http-transport",
        summary: LocalizedText(en: "Reaches servers over HTTP", es: "Se comunica con servidores por HTTP")
    )

    /// Builds the transport.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let loop = CurlLoop(
            settings: CurlLoop.Settings(maximumConnectionsPerHost: dependencies.maximumConnectionsPerHost))
        let transport = CurlTransport(
            settings: TransportSettings(
                userAgent: dependencies.userAgent, authorityFile: dependencies.authorityFile,
                hasAnswered: dependencies.hasAnswered, pinnings: dependencies.pinnings),
            loop: loop)
        return Assembly(
            exports: Exports(transport: transport, certificates: transport, executor: loop),
            services: [TransportService(transport: transport)])
    }

    /// Ends the transport with the program.
    private struct TransportService: PluginService {
        let transport: CurlTransport

        func stop() async {
            await transport.stop()
        }
    }
}
