public import ConfigurationAPI
public import HTTPTransportAPI
import Localization
public import PluginKit
import SecurityMetricsServiceAPI
public import TelemetryAPI

/// Installs the forwarder to Google Analytics 4, if the operator has set a stream.
public enum GA4ForwardingPlugin: Plugin {
    /// What the forwarder needs.
    public struct Dependencies: Sendable {
        let configuration: Configuration
        let transport: any HTTPTransport
        let log: Logger

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - configuration: Which stream counts events.
        ///   - transport: Reaches Google.
        ///   - log: Hears of what the validation server finds.
        public init(configuration: Configuration, transport: any HTTPTransport, log: Logger) {
            self.configuration = configuration
            self.transport = transport
            self.log = log
        }
    }

    /// The name `forward-ga4`.
    public static let manifest = PluginManifest(
        id: "forward-ga4",
        summary: LocalizedText(
            en: "Counts security events in Google Analytics", es: "Cuenta sucesos de seguridad en Google Analytics"))

    /// The settings.
    public static let declarations = Contributions(GA4Settings.section, to: ConfigurationSections.self)

    /// Builds the forwarder; without a stream there is none.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let configuration = dependencies.configuration
        guard let stream = configuration[GA4Settings.stream], let instance = configuration[GA4Settings.instance],
            let path = configuration[GA4Settings.secretFile], let address = configuration[GA4Settings.url]
        else { return Assembly() }
        let file = SecretFile(path: path)
        let forwarder = GA4Forwarder(
            stream: stream, instance: instance, file: file, address: address, transport: dependencies.transport,
            log: dependencies.log.labelled("forwarding"))
        return Assembly(
            services: [SecretCheck { file.problemOfAPISecret }],
            contributions: Contributions(forwarder, to: EventForwarders.self))
    }
}
