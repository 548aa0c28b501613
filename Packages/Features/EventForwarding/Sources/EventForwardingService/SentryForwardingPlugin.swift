public import ConfigurationAPI
public import FoundationEssentials
public import HTTPTransportAPI
import Localization
public import PluginKit
import SecurityMetricsServiceAPI

/// Installs the forwarder to Sentry, if the operator has set one.
public enum SentryForwardingPlugin: Plugin {
    /// What the forwarder needs.
    public struct Dependencies: Sendable {
        let configuration: Configuration
        let transport: any HTTPTransport
        let now: @Sendable () -> Date

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - configuration: Where events go.
        ///   - transport: Reaches Sentry.
        ///   - now: The present time.
        public init(
            configuration: Configuration, transport: any HTTPTransport, now: @escaping @Sendable () -> Date
        ) {
            self.configuration = configuration
            self.transport = transport
            self.now = now
        }
    }

    /// The name `forward-sentry`.
    public static let manifest = PluginManifest(
        id: "forward-sentry",
        summary: LocalizedText(en: "Sends security events to Sentry", es: "Envía sucesos de seguridad a Sentry"))

    /// The settings.
    public static let declarations = Contributions(SentrySettings.section, to: ConfigurationSections.self)

    /// Builds the forwarder; without a DSN there is none.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let configuration = dependencies.configuration
        guard let path = configuration[SentrySettings.dsnFile] else { return Assembly() }
        let file = SecretFile(path: path)
        let forwarder = SentryForwarder(
            takesPersonalData: configuration[SentrySettings.personal], severity: configuration[SentrySettings.severity],
            file: file, transport: dependencies.transport, now: dependencies.now)
        return Assembly(
            services: [SecretCheck { file.problemOfDSN }],
            contributions: Contributions(forwarder, to: EventForwarders.self))
    }
}
