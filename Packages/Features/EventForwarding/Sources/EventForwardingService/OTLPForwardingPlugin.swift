public import ConfigurationAPI
public import HTTPTransportAPI
import Localization
public import PluginKit
import SecurityMetricsServiceAPI
public import TelemetryAPI

/// Installs the forwarder to a collector of OpenTelemetry, if the operator has set one.
public enum OTLPForwardingPlugin: Plugin {
    /// What the forwarder needs.
    public struct Dependencies: Sendable {
        let configuration: Configuration
        let transport: any HTTPTransport
        let log: Logger

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - configuration: Where events go.
        ///   - transport: Reaches the collector.
        ///   - log: Hears of what the collector rejects.
        public init(configuration: Configuration, transport: any HTTPTransport, log: Logger) {
            self.configuration = configuration
            self.transport = transport
            self.log = log
        }
    }

    /// The name `forward-otlp`.
    public static let manifest = PluginManifest(
        id: "forward-otlp",
        summary: LocalizedText(
            en: "Sends security events to OpenTelemetry", es: "Envía sucesos de seguridad a OpenTelemetry"))

    /// The settings.
    public static let declarations = Contributions(OTLPSettings.section, to: ConfigurationSections.self)

    /// Builds the forwarder; without an address there is none.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let configuration = dependencies.configuration
        guard let address = configuration[OTLPSettings.url] else { return Assembly() }
        let headers = configuration[OTLPSettings.headersFile].map { HeaderFields(file: SecretFile(path: $0)) }
        let forwarder = OTLPForwarder(
            takesPersonalData: configuration[OTLPSettings.personal],
            receiver: EventReceiver(url: address.url, transport: dependencies.transport), headers: headers,
            log: dependencies.log.labelled("forwarding"))
        return Assembly(
            services: [SecretCheck { headers?.problem }],
            contributions: Contributions(forwarder, to: EventForwarders.self))
    }
}
