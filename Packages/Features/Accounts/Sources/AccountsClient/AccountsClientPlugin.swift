public import AccountsAPI
public import HTTPTransportAPI
import Localization
public import PluginKit

/// Loads the account of the person who is logged in.
public enum AccountsClientPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies {
        let server: ServerClient

        /// Creates dependencies.
        ///
        /// - Parameter server: Asks the server with the person's credentials.
        public init(server: ServerClient) {
            self.server = server
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Loads the account.
        public let loading: any AccountLoading
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "accounts",
        summary: LocalizedText(
            en: "Loads the account of the person who is logged in.",
            es: "Carga la cuenta de quien ha iniciado sesión."))

    /// Builds the loader.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        Assembly(exports: Exports(loading: RemoteAccountLoader(server: dependencies.server)))
    }
}
