public import CoreModels
public import HTTPTransportAPI
import Localization
public import LoginAPI
public import PasskeysAPI
public import PluginKit
public import SessionsAPI

/// Installs logging in with a passkey, where there is a browser.
public enum PasskeyLoginClientPlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        /// Asks the server without a session.
        public let server: ServerClient
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
            server: ServerClient, sessions: any SessionStoring, replaced: (any SessionRevoking)?, device: String?,
            now: @escaping @Sendable () -> BootTime = { .now }
        ) {
            self.server = server
            self.sessions = sessions
            self.replaced = replaced
            self.device = device
            self.now = now
        }
    }

    /// What it offers.
    public struct Exports: Sendable {
        /// Logs in.
        public let login: any PasskeySigningIn
    }

    /// The name `passkey-login`.
    public static let manifest = PluginManifest(
        id: "passkey-login",
        summary: LocalizedText(en: "Logging in with passkeys", es: "Inicio de sesión con llaves de acceso"))

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let beginning = SessionBeginning(
            sessions: dependencies.sessions, replaced: dependencies.replaced, endObservers: { [] })
        return Assembly(
            exports: Exports(
                login: RemotePasskeyLogin(
                    stranger: dependencies.server, beginning: beginning, device: dependencies.device,
                    now: dependencies.now)))
    }
}
