public import AccountsServiceAPI
import CaptchaServiceAPI
public import ConfigurationAPI
public import CryptographyAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
import LoginServiceAPI
public import MailAPI
import OperatingAPI
public import PluginKit
public import Presenting
public import SQLStoreAPI
public import SecurityMetricsAPI
import SecurityMetricsContract
public import SecurityMetricsServiceAPI
public import ServerKeysAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Installs the audit trail.
public enum SecurityMetricsServicePlugin: Plugin {
    /// What the trail needs.
    public struct Dependencies: Sendable {
        let configuration: Configuration
        let database: any SQLDatabase
        let cryptography: Cryptography
        let serverKeys: any ServerKeyProviding
        let accounts: any AccountReading & AccountReadingInTransaction
        let sessions: any RequestAuthenticating
        let mail: (any MailSending)?
        let asksCaptchas: Bool
        let offered: @Sendable () -> [NextStep]
        let ways: LetterWays
        let forwarders: @Sendable () -> [any EventForwarding]
        let log: Logger
        let now: @Sendable () -> Date
        let isTimeDisputed: @Sendable () -> Bool
        let kinds: @Sendable () -> [AuditKind]
        let clock: any Clock<Duration>
        let spread: @Sendable () -> Double

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - configuration: What is kept, and for how long.
        ///   - database: Holds the trail.
        ///   - cryptography: Hashes events and signs heads.
        ///   - serverKeys: Gives the key that signs.
        ///   - accounts: Tell whose login was refused.
        ///   - sessions: Tell who asks for the head.
        ///   - mail: Tells operators and people of incidents; nil for nobody.
        ///   - asksCaptchas: Whether whoever logs in can be asked a CAPTCHA that each program and page can show.
        ///   - offered: What people can do, from `OfferedSteps`.
        ///   - ways: Where letters lead.
        ///   - forwarders: Hand events to others, from `EventForwarders`.
        ///   - log: Hears of failures and incidents.
        ///   - now: The present time.
        ///   - kinds: The kinds of events, from `AuditKinds`, and of operators' deeds.
        ///   - isTimeDisputed: Whether the machine's clock disagrees with it; then nothing is removed.
        ///   - clock: Says when time has passed.
        ///   - spread: A random number from 0 to 1, which keeps repeated tries apart.
        public init(
            configuration: Configuration, database: any SQLDatabase, cryptography: Cryptography,
            serverKeys: any ServerKeyProviding, accounts: any AccountReading & AccountReadingInTransaction,
            sessions: any RequestAuthenticating,
            mail: (any MailSending)? = nil, asksCaptchas: Bool = true,
            offered: @escaping @Sendable () -> [NextStep] = { [] }, ways: LetterWays = LetterWays(),
            forwarders: @escaping @Sendable () -> [any EventForwarding] = { [] }, log: Logger,
            now: @escaping @Sendable () -> Date,
            kinds: @escaping @Sendable () -> [AuditKind] = { [] },
            isTimeDisputed: @escaping @Sendable () -> Bool = { false },
            clock: any Clock<Duration> = ContinuousClock(),
            spread: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
        ) {
            self.kinds = kinds
            self.configuration = configuration
            self.database = database
            self.cryptography = cryptography
            self.serverKeys = serverKeys
            self.accounts = accounts
            self.sessions = sessions
            self.mail = mail
            self.asksCaptchas = asksCaptchas
            self.offered = offered
            self.ways = ways
            self.forwarders = forwarders
            self.log = log
            self.now = now
            self.isTimeDisputed = isTimeDisputed
            self.clock = clock
            self.spread = spread
        }
    }

    /// What the trail offers.
    public struct Exports: Sendable {
        /// Shows events and incidents to administrators.
        public let browsing: any EventBrowsing
        /// Closes incidents for them.
        public let closing: any IncidentClosing
    }

    /// The name `security-metrics`.
    public static let manifest = PluginManifest(
        id: "security-metrics",
        summary: LocalizedText(
            en: "An audit trail that proves itself", es: "Un registro de auditoría que se demuestra a sí mismo"))

    /// The settings, the kinds of events, and what is written of operators' acts.
    public static let declarations = {
        var declared = Contributions(AuditSettings.section, to: ConfigurationSections.self)
        declared.add(IncidentSettings.section, to: ConfigurationSections.self)
        declared.add(ForwardingSettings.section, to: ConfigurationSections.self)
        for kind in AuditKind.all { declared.add(kind, to: AuditKinds.self) }
        declared.add(.audit, to: OperatorActFollowers.self)
        declared.add(.audit, to: OperatorDeedRecorders.self)
        declared.add(.incidentClosed, to: OperatorDeeds.self)
        return declared.and(migrations: AuditMigrations.all + IncidentMigrations.all + ForwarderMigrations.all)
    }()

    /// Builds the trail; its key is read at start.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let log = dependencies.log.labelled("audit")
        let watch = PatternWatch()
        let recorder = AuditRecorder(
            database: dependencies.database, address: dependencies.configuration[AuditSettings.address],
            names: AuditNames(dependencies.cryptography), watch: watch, log: log, now: dependencies.now)
        let nodes = NodeTable(MerkleHashing(dependencies.cryptography.hashing))
        let display = HeadDisplay(database: dependencies.database)
        let keeper = AuditKeeper(dependencies, nodes, display, log)
        let captcha = IncidentCaptcha()
        let incidents = IncidentKeeper(
            dependencies, watch, recorder, captcha, dependencies.log.labelled("incidents"))
        var contributions = Contributions()
        contributions.add(recorder, to: AuditRecorders.self)
        contributions.add(AuditOrigins(), to: HTTPMiddlewares.self)
        contributions.add(
            AuditedAccounts(recorder: recorder, names: AuditNames(dependencies.cryptography), watch: watch),
            to: AccountObservers.self)
        contributions.add(AuditedSessions(recorder: recorder, now: dependencies.now), to: SessionObservers.self)
        contributions.add(
            AuditedLogins(recorder: recorder, accounts: dependencies.accounts, log: log), to: LoginObservers.self)
        contributions.add(
            keeper.sealing, keeper.watching, keeper.removing, keeper.showing, EventMarks.sweep, incidents.sweep,
            to: Sweeps.self)
        let routes = AuditRoutes(
            database: dependencies.database, sessions: dependencies.sessions, display: display, nodes: nodes, log: log)
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        contributions.add(captcha, to: CaptchaDemands.self)
        contributions.add(
            .incidents, .report, .quietReport, .passwordGuessed(offering: [.recover]), to: MailTemplates.self)
        contributions.add(HealthCheck("audit") { await keeper.health() }, to: HealthChecks.self)
        let forwarding = ForwardingService(dependencies, display, dependencies.log.labelled("forwarding"))
        contributions.add(HealthCheck("forwarding") { await forwarding.health() }, to: HealthChecks.self)
        let office = EventOffice(
            database: dependencies.database, kinds: dependencies.kinds, recorder: recorder, now: dependencies.now)
        return Assembly(
            exports: Exports(browsing: office, closing: office),
            services: [
                keeper, display, forwarding, IncidentReporter(dependencies, dependencies.log.labelled("incidents")),
            ],
            contributions: contributions)
    }
}
