public import AccountsAPI
public import CoreModels
public import HTTPTransportAPI
import Localization
public import PluginKit
public import SessionsAPI

/// Loads, renames and deletes the account of the person who is logged in.
public enum AccountsClientPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies {
        let server: ServerClient
        let serverOf: @Sendable (UserID) -> ServerClient
        let sessions: (any SessionStoring)?
        let lock: (any SessionLocking)?
        let endObservers: @Sendable () -> [any SessionEndObserving]

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - server: Asks the server with the person's credentials.
        ///   - serverOf: The same in the name of one person and of nobody else; nil where only one
        ///     can be logged in.
        ///   - sessions: Keeps who is logged in, in step with the answers; nil for nobody.
        ///   - lock: Keeps others from changing that meanwhile.
        ///   - endObservers: Those who clean up when the account is deleted.
        public init(
            server: ServerClient, serverOf: (@Sendable (UserID) -> ServerClient)? = nil,
            sessions: (any SessionStoring)? = nil, lock: (any SessionLocking)? = nil,
            endObservers: @escaping @Sendable () -> [any SessionEndObserving] = { [] }
        ) {
            self.server = server
            self.serverOf = serverOf ?? { _ in server }
            self.sessions = sessions
            self.lock = lock
            self.endObservers = endObservers
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Loads the account.
        public let loading: any AccountLoading
        /// Changes its name.
        public let renaming: any AccountRenaming
        /// Deletes it.
        public let deleting: any AccountDeleting
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "accounts",
        summary: LocalizedText(
            en: "Loads, renames and deletes the account of the person who is logged in",
            es: "Carga la cuenta de quien ha iniciado sesión, le cambia el nombre y la elimina"))

    /// Builds the loader.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let account = RemoteAccount(server: dependencies.server, sessions: dependencies.sessions)
        let deletion = RemoteAccountDeletion(
            serverOf: dependencies.serverOf, sessions: dependencies.sessions, lock: dependencies.lock,
            endObservers: dependencies.endObservers)
        return Assembly(exports: Exports(loading: account, renaming: account, deleting: deletion))
    }
}
