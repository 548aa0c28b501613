public import BrowserLoginAPI
public import CoreModels
public import CryptographyAPI
public import FoundationEssentials
public import HTTPServingAPI
public import HTTPTransportAPI
public import Localization
public import LoginAPI
public import PluginKit
public import SessionsAPI

/// Installs logging in through the browser of this machine.
public enum BrowserLoginClientPlugin: Plugin {
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
        /// How this device calls itself in the list of sessions.
        public let device: String?
        /// Makes what only this program knows.
        public let cryptography: Cryptography
        /// Opens a page in the person's browser, whose address nobody else learns, and
        /// gives what clears up after it; nil where no browser is opened.
        public let open: (@Sendable (URL, Language) -> (@Sendable () -> Void)?)?
        /// Listens at 127.0.0.1, and only there, while `body` runs, which is told the
        /// port.
        ///
        /// It throws a `PresentableError` if it can't.
        public let listen:
            @Sendable (
                _ responder: any HTTPResponding, _ body: @escaping @Sendable (Int) async -> Void
            ) async throws -> Void
        /// Returns when the person wants the program to end.
        public let untilInterrupted: @Sendable () async -> Void
        /// Those who hear how attempts to log in end.
        public let observers: @Sendable () -> [any LoginObserving]
        /// Those who clean up after the session before.
        public let endObservers: @Sendable () -> [any SessionEndObserving]
        /// Measures for how long the browser is waited for.
        public let clock: any Clock<Duration>
        /// The present time.
        public let now: @Sendable () -> BootTime

        /// Creates the dependencies.
        public init(
            server: ServerClient, sessions: any SessionStoring, replaced: (any SessionRevoking)?,
            key: @escaping @Sendable () async -> String?, device: String?, cryptography: Cryptography,
            open: (@Sendable (URL, Language) -> (@Sendable () -> Void)?)?,
            listen:
                @escaping @Sendable (
                    _ responder: any HTTPResponding, _ body: @escaping @Sendable (Int) async -> Void
                ) async throws -> Void,
            untilInterrupted: @escaping @Sendable () async -> Void,
            observers: @escaping @Sendable () -> [any LoginObserving] = { [] },
            endObservers: @escaping @Sendable () -> [any SessionEndObserving] = { [] },
            clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> BootTime = { .now }
        ) {
            self.server = server
            self.sessions = sessions
            self.replaced = replaced
            self.key = key
            self.device = device
            self.cryptography = cryptography
            self.open = open
            self.listen = listen
            self.untilInterrupted = untilInterrupted
            self.observers = observers
            self.endObservers = endObservers
            self.clock = clock
            self.now = now
        }
    }

    /// What it offers.
    public struct Exports: Sendable {
        /// Logs in.
        public let login: any BrowserLoggingIn
    }

    /// The name `browser-login`.
    public static let manifest = PluginManifest(
        id: "browser-login",
        summary: LocalizedText(
            en: "Logging in through the browser of this machine", es: "Iniciar sesión con el navegador de este equipo"))

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let beginning = SessionBeginning(
            sessions: dependencies.sessions, replaced: dependencies.replaced, endObservers: dependencies.endObservers)
        return Assembly(exports: Exports(login: RemoteBrowserLogin(dependencies: dependencies, beginning: beginning)))
    }
}

/// Installs letting programs in, for who is logged in in a browser.
public enum ProgramAdmissionClientPlugin: Plugin {
    /// What it offers.
    public struct Exports: Sendable {
        /// Lets programs in.
        public let programs: any ProgramAdmitting
    }

    /// The name `program-admission`.
    public static let manifest = PluginManifest(
        id: "program-admission",
        summary: LocalizedText(en: "Letting programs in", es: "Dejar entrar a programas"))

    /// Builds it over what asks the server by the session of the browser.
    public static func assemble(_ server: ServerClient) -> Assembly<Exports> {
        Assembly(exports: Exports(programs: RemoteProgramAdmission(server: server)))
    }
}
