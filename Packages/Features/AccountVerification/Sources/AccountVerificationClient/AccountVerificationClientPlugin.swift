public import AccountVerificationAPI
public import CoreModels
public import FoundationEssentials
public import HTTPTransportAPI
import Localization
public import OfflineQueueAPI
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
        /// Keeps what can't be sent; nil to keep nothing.
        public let queue: (any RequestQueueing)?
        /// Names requests, for this device and for the server.
        public let makeID: @Sendable () -> QueuedRequestID

        /// Creates the dependencies.
        public init(
            server: ServerClient, sessions: any SessionStoring, lock: any SessionLocking,
            queue: (any RequestQueueing)? = nil,
            makeID: @escaping @Sendable () -> QueuedRequestID = { QueuedRequestID(UUID()) }
        ) {
            self.server = server
            self.sessions = sessions
            self.lock = lock
            self.queue = queue
            self.makeID = makeID
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
        func confirmation(keepingIn queue: (any RequestQueueing)?) -> RemoteConfirmation {
            RemoteConfirmation(
                server: dependencies.server, sessions: dependencies.sessions, lock: dependencies.lock, queue: queue,
                makeID: dependencies.makeID)
        }
        var contributions = Contributions()
        contributions.add(
            QueuedConfirmation(confirmation: confirmation(keepingIn: nil)), to: QueuedRequestHandlers.self)
        return Assembly(
            exports: Exports(confirmation: confirmation(keepingIn: dependencies.queue)), contributions: contributions)
    }
}
