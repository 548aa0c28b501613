public import HTTPTransportAPI
import Localization
public import PasskeysAPI
public import PluginKit

/// Installs the passkeys of who is logged in.
public enum PasskeysClientPlugin: Plugin {
    /// What it offers.
    public struct Exports: Sendable {
        /// Shows and changes them.
        public let passkeys: any PasskeyManaging
    }

    /// The name `passkeys`.
    public static let manifest = PluginManifest(
        id: "passkeys",
        summary: LocalizedText(en: "A person's passkeys", es: "Las llaves de acceso de una persona"))

    /// Builds it over a server that is asked with the person's credentials.
    public static func assemble(_ server: ServerClient) -> Assembly<Exports> {
        Assembly(exports: Exports(passkeys: RemotePasskeys(server: server)))
    }
}
