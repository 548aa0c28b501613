import AtomicFiles
public import CertificatePinningAPI
public import CryptographyAPI
public import FoundationEssentials
public import HTTPTransportAPI
import Localization
public import PluginKit
public import SecureStorageAPI

/// Keeps the pins of a server, and has every connection of the program keep to them.
public enum CertificatePinningClientPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies: Sendable {
        let certificates: any CertificateShowing
        let transport: any HTTPTransport
        let secrets: any SecretReading & SecretUpdating
        let mark: String
        let server: ServerAddress
        let cryptography: Cryptography
        let now: @Sendable () -> Date
        let onEnding: @Sendable (PinSet) -> Void

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - certificates: Shows which certificates servers have.
        ///   - transport: Loads documents from where they are published.
        ///   - secrets: The vault of the server.
        ///   - mark: The path of a file that says that pins were installed; beside the vault and not in it.
        ///   - server: The server that is used, which sets of pins have to name.
        ///   - cryptography: Checks signatures, and reads certificates.
        ///   - now: The present time.
        ///   - onEnding: Is told of a set that ends soon, once in the life of the program.
        public init(
            certificates: any CertificateShowing, transport: any HTTPTransport,
            secrets: any SecretReading & SecretUpdating, mark: String, server: ServerAddress,
            cryptography: Cryptography,
            now: @escaping @Sendable () -> Date = { Date() },
            onEnding: @escaping @Sendable (PinSet) -> Void
        ) {
            self.certificates = certificates
            self.transport = transport
            self.secrets = secrets
            self.mark = mark
            self.server = server
            self.cryptography = cryptography
            self.now = now
            self.onEnding = onEnding
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Keeps the pins, and takes newer ones.
        public let pins: any PinKeeping
        /// Shows the pins of servers.
        public let chains: any ChainShowing
        /// Loads documents from where they are published.
        public let documents: any PinDocumentLoading
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "certificate-pins",
        summary: LocalizedText(
            en: "Connects only to servers whose keys are pinned",
            es: "Se conecta solo a servidores cuyas claves están fijadas"))

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let cryptography = dependencies.cryptography
        let pins = VaultPins(
            secrets: dependencies.secrets,
            verifier: PinVerifier(
                tokens: cryptography.tokens, signatures: cryptography.signatures, now: dependencies.now),
            mark: PinMark(file: AtomicFile(path: dependencies.mark)), host: dependencies.server.host,
            now: dependencies.now, onEnding: dependencies.onEnding)
        let chains = ServerChain(
            certificates: dependencies.certificates, reading: cryptography.certificates, hashing: cryptography.hashing)
        return Assembly(
            exports: Exports(
                pins: pins, chains: chains, documents: PublishedDocument(transport: dependencies.transport)),
            contributions: Contributions(pins, to: HostPinnings.self))
    }
}
