public import CryptographyAPI
public import FoundationEssentials
public import HTTPTransportAPI
import Localization
public import PluginKit
public import ProofOfPossessionAPI
public import SecureStorageAPI
public import TelemetryAPI

/// Keeps the key of this device, and proves with it where requests come from.
public enum ProofOfPossessionClientPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies {
        let server: ServerAddress
        let transport: any HTTPTransport
        let secrets: any SecretReading & SecretWriting & SecretUpdating
        let cryptography: Cryptography
        let logger: Logger
        let now: @Sendable () -> Date
        let clock: any Clock<Duration>

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - server: The person's own server; nobody else is sent proofs.
        ///   - transport: Carries the requests.
        ///   - secrets: Keeps the key.
        ///   - cryptography: Makes the key and signs.
        ///   - logger: Hears what happens.
        ///   - now: Tells the time.
        ///   - clock: Measures the time since the server told its own.
        public init(
            server: ServerAddress, transport: any HTTPTransport,
            secrets: any SecretReading & SecretWriting & SecretUpdating, cryptography: Cryptography, logger: Logger,
            now: @escaping @Sendable () -> Date = { Date() }, clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.server = server
            self.transport = transport
            self.secrets = secrets
            self.cryptography = cryptography
            self.logger = logger
            self.now = now
            self.clock = clock
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Carries requests with their proofs, as long as there is a key.
        public let transport: any HTTPTransport
        /// Keeps the key.
        public let keys: any DeviceKeyKeeping & DeviceKeyRecognizing
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "proof-of-possession",
        summary: LocalizedText(
            en: "Proves that requests come from this device",
            es: "Prueba que las peticiones vienen de este dispositivo"))

    /// Builds the transport.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let logger = dependencies.logger.labelled("proof-of-possession")
        let keys = VaultDeviceKeys(
            secrets: dependencies.secrets, signatures: dependencies.cryptography.signatures, logger: logger)
        let transport = ProvingTransport(
            transport: dependencies.transport, server: dependencies.server, keys: keys,
            time: ServerTime(now: dependencies.now, clock: dependencies.clock),
            random: dependencies.cryptography.random, hashing: dependencies.cryptography.hashing, logger: logger)
        return Assembly(
            exports: Exports(transport: transport, keys: keys),
            contributions: Contributions(keys, to: VaultLockObservers.self))
    }
}
