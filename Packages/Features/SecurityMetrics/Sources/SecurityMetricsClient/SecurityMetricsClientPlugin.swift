public import CryptographyAPI
public import FoundationEssentials
public import HTTPTransportAPI
import Localization
import LoginAPI
public import PluginKit
public import SecureStorageAPI
public import SecurityMetricsAPI

/// Keeps the last head of the server's audit trail that this device saw.
public enum SecurityMetricsClientPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies: Sendable {
        let server: ServerClient
        let secrets: any SecretReading & SecretUpdating
        let cryptography: Cryptography
        let now: @Sendable () -> Date

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - server: Asks with the person's credentials, and nobody where nobody is logged in.
        ///   - secrets: The vault of that server.
        ///   - cryptography: Checks signatures and proofs.
        ///   - now: The present time.
        public init(
            server: ServerClient, secrets: any SecretReading & SecretUpdating, cryptography: Cryptography,
            now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.server = server
            self.secrets = secrets
            self.cryptography = cryptography
            self.now = now
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Keeps what the server shows, and tells what was found.
        public let trail: any TrailFollowing & TrailKeeping
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "audit-head",
        summary: LocalizedText(
            en: "Keeps the head of the server's audit trail",
            es: "Guarda la cabeza del registro de auditoría del servidor"))

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let trail = ServerTrail(
            server: dependencies.server, secrets: dependencies.secrets, judge: TrailJudge(dependencies.cryptography),
            now: dependencies.now)
        return Assembly(
            exports: Exports(trail: trail), contributions: Contributions(trail, to: LoginObservers.self))
    }
}
