public import CoreModels
public import FoundationEssentials
public import HTTPTransportAPI
import Localization
public import OfflineQueueAPI
public import PasswordRecoveryAPI
public import PluginKit

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

        /// Creates the dependencies.
        public init(
            server: ServerClient, queue: (any RequestQueueing)? = nil,
            makeID: @escaping @Sendable () -> QueuedRequestID = { QueuedRequestID(UUID()) }
        ) {
            self.server = server
            self.queue = queue
            self.makeID = makeID
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
        func recovery(keepingIn queue: (any RequestQueueing)?) -> RemoteRecovery {
            RemoteRecovery(server: dependencies.server, queue: queue, makeID: dependencies.makeID)
        }
        var contributions = Contributions()
        contributions.add(QueuedRecovery(recovery: recovery(keepingIn: nil)), to: QueuedRequestHandlers.self)
        return Assembly(
            exports: Exports(recovery: recovery(keepingIn: dependencies.queue)), contributions: contributions)
    }
}
