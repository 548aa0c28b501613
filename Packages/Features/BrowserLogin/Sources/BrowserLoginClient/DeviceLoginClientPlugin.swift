public import BrowserLoginAPI
public import CoreModels
public import FoundationEssentials
public import HTTPTransportAPI
import Localization
public import LoginAPI
public import PluginKit
public import SessionsAPI

/// Installs logging in through a browser that is elsewhere.
public enum DeviceLoginClientPlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        /// Asks the server without a session, proving the device's key.
        public let server: ServerClient
        /// Keeps the session of this device.
        public let sessions: any SessionStoring
        /// Has the server end sessions that others replace.
        public let replaced: (any SessionRevoking)?
        /// The name of the key that is proved; nil for none.
        public let key: @Sendable () async -> String?
        /// How this device calls itself.
        public let device: String?
        /// Returns when the person wants the program to end.
        public let untilInterrupted: @Sendable () async -> Void
        /// Those who hear how attempts to log in end.
        public let observers: @Sendable () -> [any LoginObserving]
        /// Those who clean up after the session before.
        public let endObservers: @Sendable () -> [any SessionEndObserving]
        /// Measures how long to wait before the server is asked again.
        public let clock: any Clock<Duration>
        /// The present time, by which a session is kept.
        public let now: @Sendable () -> BootTime
        /// The time of day.
        public let date: @Sendable () -> Date

        /// Creates the dependencies.
        public init(
            server: ServerClient, sessions: any SessionStoring, replaced: (any SessionRevoking)?,
            key: @escaping @Sendable () async -> String?, device: String?,
            untilInterrupted: @escaping @Sendable () async -> Void,
            observers: @escaping @Sendable () -> [any LoginObserving] = { [] },
            endObservers: @escaping @Sendable () -> [any SessionEndObserving] = { [] },
            clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> BootTime = { .now },
            date: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.server = server
            self.sessions = sessions
            self.replaced = replaced
            self.key = key
            self.device = device
            self.untilInterrupted = untilInterrupted
            self.observers = observers
            self.endObservers = endObservers
            self.clock = clock
            self.now = now
            self.date = date
        }
    }

    /// What it offers.
    public struct Exports: Sendable {
        /// Logs in.
        public let login: any DeviceLoggingIn
    }

    /// The name `device-login`.
    public static let manifest = PluginManifest(
        id: "device-login",
        summary: LocalizedText(
            en: "Logging in through a browser elsewhere", es: "Iniciar sesión con un navegador en otro sitio"))

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let beginning = SessionBeginning(
            sessions: dependencies.sessions, replaced: dependencies.replaced, endObservers: dependencies.endObservers)
        return Assembly(exports: Exports(login: RemoteDeviceLogin(dependencies: dependencies, beginning: beginning)))
    }
}

/// Installs letting devices in, for who is logged in.
public enum DeviceAdmissionClientPlugin: Plugin {
    /// What it offers.
    public struct Exports: Sendable {
        /// Lets devices in.
        public let devices: any DeviceAdmitting
    }

    /// The name `device-admission`.
    public static let manifest = PluginManifest(
        id: "device-admission",
        summary: LocalizedText(en: "Letting devices in", es: "Dejar entrar a dispositivos"))

    /// Builds it over what asks the server by a session.
    public static func assemble(_ server: ServerClient) -> Assembly<Exports> {
        Assembly(exports: Exports(devices: RemoteDeviceAdmission(server: server)))
    }
}
