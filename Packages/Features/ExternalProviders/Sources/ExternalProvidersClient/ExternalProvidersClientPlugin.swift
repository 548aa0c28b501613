public import CoreModels
public import ExternalProvidersAPI
public import HTTPTransportAPI
import Localization
public import LoginAPI
public import PluginKit
public import SessionsAPI

/// Installs the client side of signing in through providers.
public enum ExternalProvidersClientPlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        /// Asks the server with the person's session.
        public let server: ServerClient
        /// Asks the server without one.
        public let stranger: ServerClient
        /// Keeps the session of this device.
        public let sessions: any SessionStoring
        /// Has the server end sessions that others replace.
        public let replaced: (any SessionRevoking)?
        /// How this device calls itself in the list of sessions.
        public let device: String?
        /// The present time.
        public let now: @Sendable () -> BootTime

        /// Creates the dependencies.
        public init(
            server: ServerClient, stranger: ServerClient, sessions: any SessionStoring,
            replaced: (any SessionRevoking)?, device: String?, now: @escaping @Sendable () -> BootTime = { .now }
        ) {
            self.server = server
            self.stranger = stranger
            self.sessions = sessions
            self.replaced = replaced
            self.device = device
            self.now = now
        }
    }

    /// What it offers.
    public struct Exports: Sendable {
        /// Signs in.
        public let signingIn: any ProviderSigningIn
        /// Shows and changes the ways in.
        public let ways: any WaysInManaging
        /// Tells what was deleted.
        public let deletions: any ProviderDeletionReading
    }

    /// The name `external-providers`.
    public static let manifest = PluginManifest(
        id: "external-providers",
        summary: LocalizedText(
            en: "Signing in through other providers", es: "Inicio de sesión con otros proveedores"))

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let beginning = SessionBeginning(
            sessions: dependencies.sessions, replaced: dependencies.replaced, endObservers: { [] })
        return Assembly(
            exports: Exports(
                signingIn: RemoteProviders(
                    server: dependencies.server, stranger: dependencies.stranger, sessions: dependencies.sessions,
                    beginning: beginning, device: dependencies.device, now: dependencies.now),
                ways: RemoteWaysIn(server: dependencies.server),
                deletions: RemoteDeletions(stranger: dependencies.stranger)))
    }
}
