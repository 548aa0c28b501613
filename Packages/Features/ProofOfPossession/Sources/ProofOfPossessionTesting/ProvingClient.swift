import CryptographyAPI
import CryptographyTesting
public import FoundationEssentials
public import HTTPTransportAPI
import PluginKit
public import ProofOfPossessionAPI
import ProofOfPossessionClient
public import SecureStorageAPI
import SecureStorageTesting
import TelemetryAPI

/// The real client side of proofs, over a vault of a test.
public struct ProvingClient: Sendable {
    /// Carries requests with their proofs.
    public let transport: any HTTPTransport
    /// Keeps the key.
    public let keys: any DeviceKeyKeeping & DeviceKeyRecognizing

    /// Creates a client, which has no key yet.
    ///
    /// - Parameters:
    ///   - server: The server that is sent proofs.
    ///   - transport: Carries the requests.
    ///   - secrets: The vault; an empty one in memory if left out.
    ///   - now: The time of day on the device.
    ///   - clock: Measures the time since the server told its own.
    public init(
        server: ServerAddress, transport: any HTTPTransport,
        secrets: (any SecretReading & SecretWriting & SecretUpdating)? = nil,
        now: @escaping @Sendable () -> Date, clock: any Clock<Duration> = ContinuousClock()
    ) throws {
        let exports = ProofOfPossessionClientPlugin.assemble(
            .init(
                server: server, transport: transport, secrets: secrets ?? InMemorySecretStore(),
                cryptography: try .real(), logger: .disabled, now: now, clock: clock)
        ).exports
        self.transport = exports.transport
        keys = exports.keys
    }
}
