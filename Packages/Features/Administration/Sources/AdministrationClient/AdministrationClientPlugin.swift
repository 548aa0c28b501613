public import AdministrationAPI
public import HTTPTransportAPI
import Localization
public import PluginKit

/// Installs what asks a server whether somebody is its administrator.
public enum AdministrationClientPlugin: Plugin {
    /// What it offers.
    public struct Exports: Sendable {
        /// Tells whether the person is an administrator.
        public let standing: any AdministratorStanding
    }

    /// The name `administration`.
    public static let manifest = PluginManifest(
        id: "administration", summary: LocalizedText(en: "Administrators", es: "Personas que administran"))

    /// Builds it over a server that is asked with the person's credentials.
    public static func assemble(_ server: ServerClient) -> Assembly<Exports> {
        Assembly(exports: Exports(standing: RemoteStanding(server: server)))
    }
}
