public import AccountVerificationAPI
public import HTTPTransportAPI
import Localization
public import PluginKit
public import SessionsAPI

/// Installs the client side of confirming addresses.
public enum AccountVerificationClientPlugin: Plugin {
    /// What confirming needs.
    public struct Dependencies: Sendable {
        /// Asks the server with the person's credentials.
        public let server: ServerClient
        /// Keeps the session of this device.
        public let sessions: any SessionStoring
        /// Keeps others from changing the session meanwhile.
        public let lock: any SessionLocking

        /// Creates the dependencies.
        public init(server: ServerClient, sessions: any SessionStoring, lock: any SessionLocking) {
            self.server = server
            self.sessions = sessions
            self.lock = lock
        }
    }

    /// What confirming offers.
    public struct Exports: Sendable {
        /// Confirms addresses.
        public let confirmation: any AddressConfirming
    }

    /// The name `account-verification`.
    public static let manifest = PluginManifest(
        id: "account-verification",
        summary: LocalizedText(en: "Confirming email addresses", es: "Confirmación de direcciones de correo"))

    /// Builds confirming.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        Assembly(
            exports: Exports(
                confirmation: RemoteConfirmation(
                    server: dependencies.server, sessions: dependencies.sessions, lock: dependencies.lock)))
    }
}
