public import AccountsAPI
public import HTTPTransportAPI
import Localization
public import PluginKit
public import SessionsAPI

/// Loads and renames the account of the person who is logged in.
public enum AccountsClientPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies {
        let server: ServerClient
        let sessions: (any SessionStoring)?

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - server: Asks the server with the person's credentials.
        ///   - sessions: Keeps who is logged in, in step with the answers; nil for nobody.
        public init(server: ServerClient, sessions: (any SessionStoring)? = nil) {
            self.server = server
            self.sessions = sessions
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Loads the account.
        public let loading: any AccountLoading
        /// Changes its name.
        public let renaming: any AccountRenaming
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "accounts",
        summary: LocalizedText(
            en: "Loads and renames the account of the person who is logged in.",
            es: "Carga la cuenta de quien ha iniciado sesión y le cambia el nombre."))

    /// Builds the loader.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let account = RemoteAccount(server: dependencies.server, sessions: dependencies.sessions)
        return Assembly(exports: Exports(loading: account, renaming: account))
    }
}
