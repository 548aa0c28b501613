public import CoreModels
public import HTTPTransportAPI
import Localization
public import PluginKit
public import RegistrationAPI
public import SessionsAPI

/// Installs the client side of making accounts.
public enum RegistrationClientPlugin: Plugin {
    /// What making accounts needs.
    public struct Dependencies: Sendable {
        /// Asks the server, without credentials.
        public let server: ServerClient
        /// Keeps the session that begins.
        public let sessions: any SessionStoring
        /// The present time.
        public let now: @Sendable () -> BootTime
        /// Those who clean up after a session.
        public let endObservers: @Sendable () -> [any SessionEndObserving]

        /// Creates the dependencies.
        public init(
            server: ServerClient, sessions: any SessionStoring, now: @escaping @Sendable () -> BootTime = { .now },
            endObservers: @escaping @Sendable () -> [any SessionEndObserving] = { [] }
        ) {
            self.server = server
            self.sessions = sessions
            self.now = now
            self.endObservers = endObservers
        }
    }

    /// What making accounts offers.
    public struct Exports: Sendable {
        /// Makes accounts.
        public let registration: any Registering
        /// Checks what a person typed.
        public let validator: any RegistrationValidating
    }

    /// The name `registration`.
    public static let manifest = PluginManifest(
        id: "registration", summary: LocalizedText(en: "Making accounts", es: "Creación de cuentas"))

    /// Builds making accounts.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let validator = RegistrationValidator()
        let registration = RemoteRegistration(
            server: dependencies.server, sessions: dependencies.sessions, validator: validator,
            now: dependencies.now, endObservers: dependencies.endObservers)
        return Assembly(exports: Exports(registration: registration, validator: validator))
    }
}
