public import CoreModels
public import HTTPTransportAPI
import Localization
public import PluginKit
public import SessionsAPI
public import TelemetryAPI

/// Adds the person's credentials to requests, and renews them.
public enum TokenRefreshClientPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies {
        let server: ServerClient
        let transport: any HTTPTransport
        let sessions: any SessionStoring
        let acting: (any ActingPerson)?
        let lock: any SessionLocking
        let observers: @Sendable () -> [any SessionEndObserving]
        let logger: Logger
        let time: RenewalTime

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - server: Asks the person's own server, without credentials.
        ///   - transport: Carries the requests.
        ///   - sessions: Keeps the session.
        ///   - acting: Tells in whose name the program acts; nil for whoever is logged in
        ///     at a time.
        ///   - lock: Lets one process at a time renew it.
        ///   - observers: Asked when the server ended the session, once all
        ///     plugins are installed and what they contribute to
        ///     `SessionEndObservers` is complete.
        ///   - logger: Hears what happens.
        ///   - now: Tells the time since the machine was started.
        ///   - clock: Lets time pass between tries.
        ///   - random: Spreads the tries of many clients: a number from 0 to 1.
        public init(
            server: ServerClient, transport: any HTTPTransport, sessions: any SessionStoring,
            acting: (any ActingPerson)? = nil, lock: any SessionLocking,
            observers: @escaping @Sendable () -> [any SessionEndObserving] = { [] },
            logger: Logger, now: @escaping @Sendable () -> BootTime = { .now },
            clock: any Clock<Duration> = ContinuousClock(),
            random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
        ) {
            self.server = server
            self.transport = transport
            self.sessions = sessions
            self.acting = acting
            self.lock = lock
            self.observers = observers
            self.logger = logger
            time = RenewalTime(now: now, clock: clock, random: random)
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Carries requests with the person's credentials, if somebody is
        /// logged in.
        ///
        /// It answers 401 only for good reason: when the session can't be
        /// renewed for now, the answer or error says why instead. When the
        /// server has ended the session, the request goes out without
        /// credentials. When somebody for whom this program doesn't act has logged
        /// in, nothing is sent: it throws `credentialsUnavailable` with the code
        /// `not_logged_in`.
        public let transport: any HTTPTransport
        /// The same for what nobody but who is logged in can ask for: while nobody is,
        /// it answers 401 itself, so that they hear of that without a connection too.
        public let personalTransport: any HTTPTransport
        /// Carries requests with one person's credentials and with nobody else's:
        /// once somebody else has logged in, it sends nothing and throws
        /// `credentialsUnavailable` with the code `not_logged_in`.
        public let transportOf: @Sendable (UserID) -> any HTTPTransport
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "token-refresh",
        summary: LocalizedText(
            en: "Adds credentials to requests, and renews them",
            es: "Añade las credenciales a las peticiones y las renueva"))

    /// Builds the transport.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let renewer = SessionRenewer(
            server: dependencies.server, sessions: dependencies.sessions, lock: dependencies.lock,
            observers: dependencies.observers, logger: dependencies.logger.labelled("token-refresh"),
            time: dependencies.time)
        let transport = AuthorizedTransport(
            transport: dependencies.transport, server: dependencies.server.address, sessions: dependencies.sessions,
            renewer: renewer, now: dependencies.time.now, acting: dependencies.acting)
        var personal = transport
        personal.needsSession = true
        return Assembly(
            exports: Exports(transport: transport, personalTransport: personal) { person in
                var own = transport
                own.person = person
                return own
            })
    }
}
