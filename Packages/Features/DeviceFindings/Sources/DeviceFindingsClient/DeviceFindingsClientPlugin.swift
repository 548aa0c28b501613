public import CoreModels
public import DeviceFindingsAPI
public import FoundationEssentials
public import HTTPTransportAPI
import Localization
public import PluginKit
public import SecureStorageAPI
public import SessionsAPI
public import TelemetryAPI

/// Has the server told of what a start of the client found.
public enum DeviceFindingsClientPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies: Sendable {
        let serverOf: @Sendable (UserID) -> ServerClient
        let sessions: any SessionStoring
        let secrets: any SecretReading & SecretUpdating
        let log: Logger
        let now: @Sendable () -> Date

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - serverOf: Asks the server with the credentials of one person, and with nobody else's.
        ///   - sessions: Tells who is logged in.
        ///   - secrets: The vault of that server.
        ///   - log: Hears what became of it.
        ///   - now: The present time.
        public init(
            serverOf: @escaping @Sendable (UserID) -> ServerClient, sessions: any SessionStoring,
            secrets: any SecretReading & SecretUpdating, log: Logger, now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.serverOf = serverOf
            self.sessions = sessions
            self.secrets = secrets
            self.log = log
            self.now = now
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Keeps what a start found, and tells the server.
        public let findings: any FindingTelling
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "device-findings",
        summary: LocalizedText(
            en: "Tells the server what a start found wrong with the device or the program",
            es: "Informa al servidor de lo que un arranque halló mal en el dispositivo o el programa"))

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        Assembly(
            exports: Exports(
                findings: ServerFindings(
                    serverOf: dependencies.serverOf, sessions: dependencies.sessions, secrets: dependencies.secrets,
                    log: dependencies.log.labelled("device-findings"), now: dependencies.now)))
    }
}
