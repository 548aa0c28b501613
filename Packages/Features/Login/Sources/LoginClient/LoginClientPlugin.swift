public import CoreModels
public import FoundationEssentials
public import HTTPTransportAPI
import Localization
public import LoginAPI
public import OfflineQueueAPI
public import PluginKit
public import SecureStorageAPI
public import SessionsAPI

/// Installs the client side of logging in and out.
public enum LoginClientPlugin: Plugin {
    /// What logging in and out need.
    public struct Dependencies: Sendable {
        /// Asks the server, without credentials.
        public let server: ServerClient
        /// Keeps the session of this device.
        public let sessions: any SessionStoring
        /// Keeps how the server knows this device.
        public let secrets: any SecretReading & SecretWriting
        /// How this device calls itself in the list of sessions.
        public let device: String?
        /// Keeps what can't be sent; nil to keep nothing.
        public let queue: (any RequestQueueing & QueueRetrying)?
        /// Names what is kept.
        public let makeID: @Sendable () -> QueuedRequestID
        /// The present time.
        public let now: @Sendable () -> BootTime
        /// Those who hear how attempts end.
        public let observers: @Sendable () -> [any LoginObserving]
        /// Those who clean up after a session.
        public let endObservers: @Sendable () -> [any SessionEndObserving]
        /// Measures how long somebody who logs out waits for the server.
        public let clock: any Clock<Duration>

        /// Creates the dependencies.
        public init(
            server: ServerClient, sessions: any SessionStoring, secrets: any SecretReading & SecretWriting,
            device: String?,
            queue: (any RequestQueueing & QueueRetrying)? = nil,
            makeID: @escaping @Sendable () -> QueuedRequestID = { QueuedRequestID(UUID()) },
            now: @escaping @Sendable () -> BootTime = { .now },
            observers: @escaping @Sendable () -> [any LoginObserving] = { [] },
            endObservers: @escaping @Sendable () -> [any SessionEndObserving] = { [] },
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.server = server
            self.sessions = sessions
            self.secrets = secrets
            self.device = device
            self.queue = queue
            self.makeID = makeID
            self.now = now
            self.observers = observers
            self.endObservers = endObservers
            self.clock = clock
        }
    }

    /// What logging in and out offer.
    public struct Exports: Sendable {
        /// Logs in.
        public let login: any LoggingIn
        /// Logs out.
        public let logout: any LoggingOut
        /// Remembers how the server knows this device.
        public let devices: any DeviceRemembering
        /// Forgets them with an account.
        public let forgetting: any SessionEndObserving
        /// Has the server end sessions that others replace.
        public let replaced: any SessionRevoking
        /// Has the server end sessions that nobody wants, for what the queue calls: it holds no queue.
        public let unwanted: any SessionRevoking
    }

    /// The name `login`.
    public static let manifest = PluginManifest(
        id: "login", summary: LocalizedText(en: "Logging in and out", es: "Inicio y cierre de sesión"))

    /// Builds logging in and out.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let knownDevice = KnownDevice(secrets: dependencies.secrets)
        func replaced(keepingIn queue: (any RequestQueueing)?) -> ReplacedSessions {
            ReplacedSessions(server: dependencies.server, queue: queue, makeID: dependencies.makeID)
        }
        // What the queue calls must not hold it: both would stay, with the key of this device.
        func login(keepingIn queue: (any RequestQueueing)?) -> RemoteLogin {
            RemoteLogin(
                server: dependencies.server, sessions: dependencies.sessions,
                beginning: SessionBeginning(
                    sessions: dependencies.sessions, replaced: replaced(keepingIn: queue),
                    endObservers: dependencies.endObservers),
                knownDevice: knownDevice, device: dependencies.device, queue: queue, makeID: dependencies.makeID,
                now: dependencies.now, observers: dependencies.observers)
        }
        let logout = RemoteLogout(
            server: dependencies.server, sessions: dependencies.sessions, queue: dependencies.queue,
            makeID: dependencies.makeID, endObservers: dependencies.endObservers, clock: dependencies.clock)
        var contributions = Contributions(knownDevice, to: SessionEndObservers.self)
        contributions.add(
            QueuedLogout(server: dependencies.server, sessions: dependencies.sessions), to: QueuedRequestHandlers.self)
        contributions.add(QueuedLogin(login: login(keepingIn: nil)), to: QueuedRequestHandlers.self)
        return Assembly(
            exports: Exports(
                login: login(keepingIn: dependencies.queue), logout: logout, devices: knownDevice,
                forgetting: knownDevice, replaced: replaced(keepingIn: dependencies.queue),
                unwanted: replaced(keepingIn: nil)),
            contributions: contributions)
    }
}
