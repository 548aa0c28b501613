public import ConfigurationAPI
public import CryptographyAPI
public import FoundationEssentials
public import HTTPTransportAPI
import Localization
public import PluginKit
import SecurityMetricsServiceAPI

/// Installs the signed webhook, if the operator has set one.
public enum WebhookForwardingPlugin: Plugin {
    /// What the webhook needs.
    public struct Dependencies: Sendable {
        let configuration: Configuration
        let transport: any HTTPTransport
        let cryptography: Cryptography
        let timeout: Duration
        let now: @Sendable () -> Date

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - configuration: Where events go, and by which secrets they are signed.
        ///   - transport: Reaches the receiver.
        ///   - cryptography: Signs.
        ///   - timeout: How long the receiver may take for a batch.
        ///   - now: The present time.
        public init(
            configuration: Configuration, transport: any HTTPTransport, cryptography: Cryptography,
            timeout: Duration = .seconds(30), now: @escaping @Sendable () -> Date
        ) {
            self.configuration = configuration
            self.transport = transport
            self.cryptography = cryptography
            self.timeout = timeout
            self.now = now
        }
    }

    /// The name `forward-webhook`.
    public static let manifest = PluginManifest(
        id: "forward-webhook",
        summary: LocalizedText(
            en: "Posts security events to a signed webhook", es: "Envía sucesos de seguridad a un webhook firmado"))

    /// The settings.
    public static let declarations = Contributions(WebhookSettings.section, to: ConfigurationSections.self)

    /// Builds the forwarder; without an address there is none.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let configuration = dependencies.configuration
        guard let address = configuration[WebhookSettings.url],
            let path = configuration[WebhookSettings.secretFile]
        else { return Assembly() }
        let secrets = WebhookSecrets(file: SecretFile(path: path))
        let forwarder = WebhookForwarder(
            takesPersonalData: configuration[WebhookSettings.personal],
            receiver: EventReceiver(
                url: address.url, transport: dependencies.transport, timeout: dependencies.timeout), secrets: secrets,
            cryptography: dependencies.cryptography, now: dependencies.now)
        return Assembly(
            services: [SecretCheck { secrets.problem }],
            contributions: Contributions(forwarder, to: EventForwarders.self))
    }
}
