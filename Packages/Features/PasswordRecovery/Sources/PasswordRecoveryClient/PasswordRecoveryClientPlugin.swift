public import HTTPTransportAPI
import Localization
public import PasswordRecoveryAPI
public import PluginKit

/// Installs the client side of recovering passwords.
public enum PasswordRecoveryClientPlugin: Plugin {
    /// What recovering offers.
    public struct Exports: Sendable {
        /// Recovers passwords.
        public let recovery: any PasswordRecovering
    }

    /// The name `password-recovery`.
    public static let manifest = PluginManifest(
        id: "password-recovery",
        summary: LocalizedText(en: "Recovering passwords", es: "Recuperación de contraseñas"))

    /// Builds recovering.
    ///
    /// - Parameter server: Asks the server without credentials.
    public static func assemble(_ server: ServerClient) -> Assembly<Exports> {
        Assembly(exports: Exports(recovery: RemoteRecovery(server: server)))
    }
}
