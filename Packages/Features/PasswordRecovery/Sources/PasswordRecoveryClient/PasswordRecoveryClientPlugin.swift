public import CoreModels
public import FoundationEssentials
public import HTTPTransportAPI
import Localization
public import OfflineQueueAPI
public import PasswordRecoveryAPI
public import PluginKit
public import SessionsAPI

/// Installs the client side of recovering passwords.
public enum PasswordRecoveryClientPlugin: Plugin {
    /// What recovering needs.
    public struct Dependencies: Sendable {
        /// Asks the server, without credentials.
        public let server: ServerClient
        /// Keeps what can't be sent; nil to keep nothing.
        public let queue: (any RequestQueueing)?
        /// Names requests, for this device and for the server.
        public let makeID: @Sendable () -> QueuedRequestID
        /// Keeps the session that ends with another password; nil where none is kept.
        public let sessions: (any SessionStoring)?
        /// Lets one at a time change it; nil where none is kept.
        public let lock: (any SessionLocking)?
        /// Those who clean up after it.
        public let endObservers: @Sendable () -> [any SessionEndObserving]

        /// Creates the dependencies.
        public init(
            server: ServerClient, queue: (any RequestQueueing)? = nil,
            makeID: @escaping @Sendable () -> QueuedRequestID = { QueuedRequestID(UUID()) },
            sessions: (any SessionStoring)? = nil, lock: (any SessionLocking)? = nil,
            endObservers: @escaping @Sendable () -> [any SessionEndObserving] = { [] }
        ) {
            self.server = server
            self.queue = queue
            self.makeID = makeID
            self.sessions = sessions
            self.lock = lock
            self.endObservers = endObservers
        }
    }

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
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        var session: EndedSession?
        if let sessions = dependencies.sessions, let lock = dependencies.lock {
            session = EndedSession(sessions: sessions, lock: lock, endObservers: dependencies.endObservers)
        }
        func recovery(keepingIn queue: (any RequestQueueing)?) -> RemoteRecovery {
            RemoteRecovery(
                server: dependencies.server, queue: queue, makeID: dependencies.makeID, session: session)
        }
        var contributions = Contributions()
        contributions.add(QueuedRecovery(recovery: recovery(keepingIn: nil)), to: QueuedRequestHandlers.self)
        return Assembly(
            exports: Exports(recovery: recovery(keepingIn: dependencies.queue)), contributions: contributions)
    }
}
