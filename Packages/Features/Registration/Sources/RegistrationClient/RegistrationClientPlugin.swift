public import CoreModels
public import FoundationEssentials
public import HTTPTransportAPI
import Localization
public import LoginAPI
public import OfflineQueueAPI
public import PluginKit
public import RegistrationAPI
public import SessionsAPI

/// Installs the client side of making accounts.
public enum RegistrationClientPlugin: Plugin {
    /// What making accounts needs.
    public struct Dependencies: Sendable {
        /// Asks the server, without credentials.
        public let server: ServerClient
        /// Keeps the session that begins.
        public let sessions: any SessionStoring
        /// Remembers how the server knows this device; nil to remember nothing.
        public let devices: (any DeviceRemembering)?
        /// How this device calls itself in the list of sessions.
        public let device: String?
        /// Has the server end the session that a new one replaces; nil to leave
        /// it alone.
        public let replaced: (any SessionRevoking)?
        /// Has the server end a session that nobody wants, since somebody else is logged in; nil to
        /// leave it alone.
        ///
        /// It holds no queue: what the queue calls must not hold it.
        public let unwanted: (any SessionRevoking)?
        /// Keeps what can't be sent; nil to keep nothing.
        public let queue: (any RequestQueueing)?
        /// Names requests, for this device and for the server.
        public let makeID: @Sendable () -> QueuedRequestID
        /// The present time.
        public let now: @Sendable () -> BootTime
        /// Those who clean up after a session.
        public let endObservers: @Sendable () -> [any SessionEndObserving]

        /// Creates the dependencies.
        public init(
            server: ServerClient, sessions: any SessionStoring, devices: (any DeviceRemembering)? = nil,
            device: String? = nil, replaced: (any SessionRevoking)? = nil, unwanted: (any SessionRevoking)? = nil,
            queue: (any RequestQueueing)? = nil,
            makeID: @escaping @Sendable () -> QueuedRequestID = { QueuedRequestID(UUID()) },
            now: @escaping @Sendable () -> BootTime = { .now },
            endObservers: @escaping @Sendable () -> [any SessionEndObserving] = { [] }
        ) {
            self.server = server
            self.sessions = sessions
            self.devices = devices
            self.device = device
            self.replaced = replaced
            self.unwanted = unwanted
            self.queue = queue
            self.makeID = makeID
            self.now = now
            self.endObservers = endObservers
        }
    }

    /// What making accounts offers.
    public struct Exports: Sendable {
        /// Makes accounts.
        public let registration: any Registering
        /// Checks what a person typed.
        public let validator: any RegistrationValidating
    }

    /// The name `registration`.
    public static let manifest = PluginManifest(
        id: "registration", summary: LocalizedText(en: "Making accounts", es: "Creación de cuentas"))

    /// Builds making accounts.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let validator = RegistrationValidator(), made = MadeRegistrations()
        // What the queue calls must not hold it, nor does what ends sessions by way of it.
        func registration(keepingIn queue: (any RequestQueueing)?) -> RemoteRegistration {
            RemoteRegistration(
                server: dependencies.server, sessions: dependencies.sessions,
                beginning: SessionBeginning(
                    sessions: dependencies.sessions,
                    replaced: queue == nil ? dependencies.unwanted : dependencies.replaced,
                    endObservers: dependencies.endObservers),
                devices: dependencies.devices, device: dependencies.device, validator: validator, queue: queue,
                makeID: dependencies.makeID, now: dependencies.now, made: made)
        }
        var contributions = Contributions()
        contributions.add(
            QueuedRegistration(registration: registration(keepingIn: nil)), to: QueuedRequestHandlers.self)
        return Assembly(
            exports: Exports(
                registration: registration(keepingIn: dependencies.queue), validator: validator),
            contributions: contributions)
    }
}
