public import ConfigurationAPI
import Localization
public import PluginKit
public import SecureDeliveryAPI
import SecurityMetricsServiceAPI

/// Installs the forwarder to syslog, if the operator has set a collector.
public enum SyslogForwardingPlugin: Plugin {
    /// What the forwarder needs.
    public struct Dependencies: Sendable {
        let configuration: Configuration
        let delivery: any SecureDelivering
        let hostname: String
        let timeout: Duration

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - configuration: Where events go.
        ///   - delivery: Reaches the collector.
        ///   - hostname: What the machine is called; anything.
        ///   - timeout: How long the collector may take for a batch.
        public init(
            configuration: Configuration, delivery: any SecureDelivering, hostname: String,
            timeout: Duration = .seconds(30)
        ) {
            self.configuration = configuration
            self.delivery = delivery
            self.hostname = hostname
            self.timeout = timeout
        }
    }

    /// The name `forward-syslog`.
    public static let manifest = PluginManifest(
        id: "forward-syslog",
        summary: LocalizedText(en: "Sends security events to syslog", es: "Envía sucesos de seguridad a syslog"))

    /// The settings.
    public static let declarations = Contributions(SyslogSettings.section, to: ConfigurationSections.self)

    /// Builds the forwarder; without a collector there is none.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let configuration = dependencies.configuration
        guard let server = configuration[SyslogSettings.server] else { return Assembly() }
        let identity: SecurePeer.Identity? =
            if let certificate = configuration[SyslogSettings.certificateFile],
                let key = configuration[SyslogSettings.keyFile]
            {
                SecurePeer.Identity(certificateFile: certificate, keyFile: key)
            } else {
                nil
            }
        let forwarder = SyslogForwarder(
            takesPersonalData: configuration[SyslogSettings.personal],
            peer: SecurePeer(
                host: server.host, port: server.port, authorityFile: configuration[SyslogSettings.authorityFile],
                identity: identity, timeout: dependencies.timeout),
            format: SyslogFormat(
                facility: configuration[SyslogSettings.facility],
                hostname: SyslogFormat.hostname(configuration[SyslogSettings.hostname] ?? dependencies.hostname),
                enterprise: configuration[SyslogSettings.enterprise]),
            delivery: dependencies.delivery)
        let files = CertificateFiles(
            [SyslogSettings.authorityFile, SyslogSettings.certificateFile, SyslogSettings.keyFile], in: configuration)
        return Assembly(
            services: [SecretCheck { files.problem }], contributions: Contributions(forwarder, to: EventForwarders.self)
        )
    }
}
