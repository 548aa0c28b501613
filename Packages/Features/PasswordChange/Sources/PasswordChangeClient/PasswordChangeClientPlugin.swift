public import CoreModels
public import HTTPTransportAPI
import Localization
public import LoginAPI
public import PasswordChangeAPI
public import PluginKit
public import SessionsAPI

/// Installs the client side of changing the password.
public enum PasswordChangeClientPlugin: Plugin {
    /// What changing needs.
    public struct Dependencies: Sendable {
        /// Asks the server, with the person's credentials.
        public let server: ServerClient
        /// Keeps the session of this device.
        public let sessions: any SessionStoring
        /// Remembers how the server knows this device; nil where nobody does.
        public let devices: (any DeviceRemembering)?
        /// The present time.
        public let now: @Sendable () -> BootTime

        /// Creates the dependencies.
        public init(
            server: ServerClient, sessions: any SessionStoring, devices: (any DeviceRemembering)? = nil,
            now: @escaping @Sendable () -> BootTime = { .now }
        ) {
            self.server = server
            self.sessions = sessions
            self.devices = devices
            self.now = now
        }
    }

    /// What changing offers.
    public struct Exports: Sendable {
        /// Changes the password.
        public let change: any PasswordChanging
    }

    /// The name `password-change`.
    public static let manifest = PluginManifest(
        id: "password-change",
        summary: LocalizedText(en: "Changing the password", es: "Cambio de contraseña"))

    /// Builds changing.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        Assembly(
            exports: Exports(
                change: RemotePasswordChange(
                    server: dependencies.server, sessions: dependencies.sessions, devices: dependencies.devices,
                    now: dependencies.now)))
    }
}
