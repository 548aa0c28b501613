public import ConfigurationAPI
public import CryptographyAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import MailAPI
import OperatingAPI
public import PlacesAPI
public import PluginKit
public import Presenting
public import SQLStoreAPI
public import ServerKeysAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Keeps sessions: begins them, authenticates requests by their tokens, renews
/// and ends them.
public enum SessionsServicePlugin: Plugin {
    /// How long tokens are worth something, and who gives them out.
    public struct Settings: Sendable {
        /// The public address of the server, without a slash at its end.
        ///
        /// It is the `iss` and `aud` of tokens, and is asked for when it is
        /// needed, since a port that the system chooses is known only when the
        /// server listens.
        public var issuer: @Sendable () -> String
        /// How long an access token is valid.
        public var accessLifetime: Duration
        /// How long a refresh token may lie unused.
        public var refreshIdle: Duration
        /// How long a session may last in all.
        public var refreshAbsolute: Duration
        /// How long an exchanged refresh token is granted its successor again.
        public var refreshGrace: Duration
        /// For how long devices can ask for the events that they missed.
        public var eventRetention: Duration
        /// Whether sessions have to be bound to a key of the client.
        public var requiresKey: Bool

        /// Creates settings.
        public init(
            issuer: @autoclosure @escaping @Sendable () -> String, accessLifetime: Duration = .seconds(300),
            refreshIdle: Duration = .seconds(30 * 86_400),
            refreshAbsolute: Duration = .seconds(180 * 86_400), refreshGrace: Duration = .seconds(30),
            eventRetention: Duration = .seconds(7 * 86_400), requiresKey: Bool = false
        ) {
            self.issuer = issuer
            self.accessLifetime = accessLifetime
            self.refreshIdle = refreshIdle
            self.refreshAbsolute = refreshAbsolute
            self.refreshGrace = refreshGrace
            self.eventRetention = eventRetention
            self.requiresKey = requiresKey
        }

        /// Creates settings as operators have chosen them.
        public init(_ configuration: Configuration, issuer: @autoclosure @escaping @Sendable () -> String) {
            self.init(
                issuer: issuer(), accessLifetime: configuration[SessionSettings.accessLifetime],
                refreshIdle: configuration[SessionSettings.refreshIdle],
                refreshAbsolute: configuration[SessionSettings.refreshAbsolute],
                refreshGrace: configuration[SessionSettings.refreshGrace],
                eventRetention: configuration[SessionSettings.eventRetention],
                requiresKey: configuration[SessionSettings.requiresKey])
        }
    }

    /// What the plugin needs.
    public struct Dependencies {
        let settings: Settings
        let database: any SQLDatabase
        let cryptography: Cryptography
        let serverKeys: any ServerKeyProviding
        let mail: any MailSending
        let offered: @Sendable () -> [NextStep]
        let ways: LetterWays
        let observers: @Sendable () -> [any SessionObserving]
        let locators: @Sendable () -> [any PlaceLocating]
        let states: @Sendable () -> [any AccountStateKnowing]
        let askers: @Sendable () -> [any SecondFactorAsking]
        let logger: Logger
        let metrics: any MetricsRegistry
        let now: @Sendable () -> Date
        let clock: any Clock<Duration>

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - settings: How long tokens are worth something.
        ///   - database: Holds the tables.
        ///   - cryptography: Signs, seals and hashes.
        ///   - serverKeys: Seals the signing keys in the database.
        ///   - mail: Hands over the word of a suspicious access.
        ///   - offered: What people can do, from `OfferedSteps`: without `verify` each
        ///     session counts as that of a person who proved the address.
        ///   - ways: Where letters lead people.
        ///   - observers: Asked at each event, when all plugins are installed
        ///     and what they contribute to `SessionObservers` is complete.
        ///   - locators: Know the places of networks, from `PlaceLocators`.
        ///   - states: Know what may keep a person out, from `AccountStates`.
        ///   - askers: Ask for second factors, from `SecondFactorAskers`.
        ///   - logger: Hears what happens.
        ///   - metrics: Counts it.
        ///   - now: Tells the time.
        ///   - clock: Measures the time between clean-ups and heartbeats.
        public init(
            settings: Settings, database: any SQLDatabase, cryptography: Cryptography,
            serverKeys: any ServerKeyProviding, mail: any MailSending,
            offered: @escaping @Sendable () -> [NextStep] = { [.verify, .changePassword] },
            ways: LetterWays = LetterWays(),
            observers: @escaping @Sendable () -> [any SessionObserving] = { [] },
            locators: @escaping @Sendable () -> [any PlaceLocating] = { [] },
            states: @escaping @Sendable () -> [any AccountStateKnowing] = { [] },
            askers: @escaping @Sendable () -> [any SecondFactorAsking] = { [] }, logger: Logger,
            metrics: any MetricsRegistry, now: @escaping @Sendable () -> Date,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.settings = settings
            self.database = database
            self.cryptography = cryptography
            self.serverKeys = serverKeys
            self.mail = mail
            self.offered = offered
            self.ways = ways
            self.observers = observers
            self.locators = locators
            self.states = states
            self.askers = askers
            self.logger = logger
            self.metrics = metrics
            self.now = now
            self.clock = clock
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Tells who sent a request.
        public let authentication: any RequestAuthenticating
        /// Begins sessions.
        public let issuing: any SessionIssuing
        /// Renews them.
        public let refreshing: any SessionRefreshing
        /// Gives them other tokens.
        public let replacing: any SessionTokenReplacing
        /// Ends them.
        public let ending: any SessionEnding
        /// Ends those that began by the word of somebody else.
        public let origins: any SessionOriginEnding
        /// Notes what their people prove anew.
        public let reauthentication: any SessionReauthenticating
        /// Keeps them in step with the accounts.
        public let subjects: any SessionSubjectUpdating
        /// Records what the devices of a person are told.
        public let events: any SecurityEventRecording
        /// Signs tokens of other dialects.
        public let signing: any TokenSigning
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "sessions",
        summary: LocalizedText(
            en: "Keeps sessions and their tokens", es: "Guarda las sesiones y sus tokens"))

    /// How long tokens are worth something, and what operators' commands do to sessions.
    public static let declarations = {
        var declared = Contributions(SessionSettings.section, to: ConfigurationSections.self)
        declared.add(.sessions, to: OperatorActFollowers.self)
        declared.add({ try await SigningKeyring.check($0) }, to: ServerDataChecks.self)
        return declared.and(migrations: SessionsMigrations.all)
    }()

    /// Builds the sessions; the signing key is read or made at start.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Exports> {
        let settings = dependencies.settings
        let logger = dependencies.logger.labelled("sessions")
        let asksForProof: @Sendable () -> Bool = { [offered = dependencies.offered] in offered().contains(.verify) }
        let keyring = SigningKeyring(
            database: dependencies.database, cryptography: dependencies.cryptography,
            serverKeys: dependencies.serverKeys, logger: logger, now: dependencies.now)
        let access = AccessTokens(
            keyring: keyring, tokens: dependencies.cryptography.tokens, random: dependencies.cryptography.random,
            issuer: settings.issuer, lifetime: settings.accessLifetime, asksForProof: asksForProof)
        let live = LiveSessions()
        let places = Places(locators: dependencies.locators)
        let signals = EventSignals()
        dependencies.database.listen(to: .sessions) { [live] in live.hear($0) }
        dependencies.database.listen(to: .securityEvents) { [signals] in signals.hear($0) }
        let events = SecurityEvents(now: dependencies.now, observers: dependencies.observers)
        let directory = SessionDirectory(
            database: dependencies.database,
            gate: Gatekeeper(
                database: dependencies.database, knowing: dependencies.states, askers: dependencies.askers),
            access: access, sealing: SuccessorSealing(dependencies.cryptography),
            random: dependencies.cryptography.random, hashing: dependencies.cryptography.hashing,
            policy: RefreshPolicy(
                idle: settings.refreshIdle, absolute: settings.refreshAbsolute, grace: settings.refreshGrace),
            requiresKey: settings.requiresKey,
            observers: dependencies.observers, events: events,
            history: AccessHistory(database: dependencies.database, places: places),
            accessMail: SuspiciousAccessMail(
                mail: dependencies.mail, offered: dependencies.offered, ways: dependencies.ways, places: places,
                log: logger),
            logger: logger, now: dependencies.now)
        let authentication = AccessTokenAuthentication(
            access: access, live: live, database: dependencies.database, hashing: dependencies.cryptography.hashing,
            requiresKey: settings.requiresKey, asksForProof: asksForProof,
            takePlace: { await directory.takePlace(of: $0) }, logger: logger,
            now: dependencies.now)
        let housekeeping = SessionHousekeeping(
            directory: directory, eventRetention: settings.eventRetention, interval: .seconds(3600),
            clock: dependencies.clock)
        let slots = StreamSlots(
            open: try dependencies.metrics.gauge(
                "essentiald_event_streams", help: "Event streams that are open.", labels: []))
        let eventRoute = SecurityEventRoute(
            database: dependencies.database, authentication: authentication, signals: signals, slots: slots,
            places: places, heartbeat: .seconds(15), clock: dependencies.clock, now: dependencies.now)
        let wellKnown = WellKnownRoutes(keyring: keyring, issuer: settings.issuer)
        let listed = SessionRoutes(directory: directory, authentication: authentication, places: places)
        let notices = SecurityNoticeRoutes(
            database: dependencies.database, authentication: authentication, places: places, logger: logger)
        return Assembly(
            exports: Exports(
                authentication: authentication, issuing: directory, refreshing: directory, replacing: directory,
                ending: directory, origins: directory, reauthentication: directory,
                subjects: directory, events: events, signing: access),
            services: [keyring, housekeeping],
            contributions: contributions(
                [wellKnown.keySet, wellKnown.metadata, eventRoute.route] + listed.all + notices.all,
                SessionsConvention(asksForProof: asksForProof), keyring,
                try SessionHousekeeping.count(in: dependencies.database, for: dependencies.metrics)))
    }

    private static func contributions(
        _ routes: [Route], _ convention: SessionsConvention, _ keyring: SigningKeyring, _ count: MetricSource
    ) -> Contributions {
        var contributions = Contributions()
        for route in routes { contributions.add(route, to: HTTPRoutes.self) }
        contributions.add(convention, to: HTTPConventions.self)
        contributions.add(count, to: MetricSources.self)
        contributions.add(.suspiciousAccess(offering: [.changePassword]), to: MailTemplates.self)
        contributions.add(.deviceLetIn(offering: [.changePassword]), to: MailTemplates.self)
        contributions.add(.sessions, to: AccountFactSources.self)
        contributions.add(
            ServerFactSource(LocalizedText(en: "Signing keys", es: "Claves de firma")) { try await keyring.facts() },
            to: ServerFactSources.self)
        return contributions
    }
}
