public import AccountsServiceAPI
public import ConfigurationAPI
public import CryptographyAPI
public import FoundationEssentials
import HTTPServingAPI
public import HTTPTransportAPI
import Localization
public import MailAPI
public import PluginKit
public import Presenting
public import SQLStoreAPI
public import SecurityMetricsServiceAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Installs signing in through providers: somebody else says who people are.
public enum ExternalProvidersServicePlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        /// Which providers there are.
        public let configuration: Configuration
        /// Keeps attempts and links.
        public let database: any SQLDatabase
        /// Reads what providers sign.
        public let cryptography: Cryptography
        /// Asks providers.
        public let transport: any HTTPTransport
        /// Makes accounts for those who come the first time.
        public let accounts: any VouchedAccountCreating & AccountReadingInTransaction
        /// Tells whether an account has a password.
        public let passwords: any WayInCounting
        /// All ways in, asked before one is taken away.
        public let ways: @Sendable () -> [any WayInCounting]
        /// Tell whether changes take a second factor, from `AccountStates`.
        public let states: @Sendable () -> [any AccountStateKnowing]
        /// Tells who asks.
        public let authentication: any RequestAuthenticating
        /// Begins sessions.
        public let issuing: any SessionIssuing
        /// Ends those that began by the word of a provider.
        public let origins: any SessionOriginEnding
        /// Records what the devices of a person are told.
        public let events: any SecurityEventRecording
        /// What people can do, from `OfferedSteps`.
        public let offered: @Sendable () -> [NextStep]
        /// Where letters lead people.
        let letterWays: LetterWays
        /// The address of this server, to which people come back.
        public let address: @Sendable () -> String
        /// Tells people that a way in was added or taken away.
        public let mail: any MailSending
        /// The audit trail, from `AuditRecorders`.
        public let audit: @Sendable () -> [any AuditRecording]
        /// Counts sign-ins by their result.
        public let metrics: any MetricsRegistry
        /// Hears of sign-ins and failures.
        public let log: Logger
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies.
        public init(
            configuration: Configuration, database: any SQLDatabase, cryptography: Cryptography,
            transport: any HTTPTransport, accounts: any VouchedAccountCreating & AccountReadingInTransaction,
            passwords: any WayInCounting, ways: @escaping @Sendable () -> [any WayInCounting],
            states: @escaping @Sendable () -> [any AccountStateKnowing] = { [] },
            authentication: any RequestAuthenticating, issuing: any SessionIssuing,
            origins: any SessionOriginEnding, events: any SecurityEventRecording,
            offered: @escaping @Sendable () -> [NextStep] = { [.verify] }, letterWays: LetterWays = LetterWays(),
            address: @escaping @Sendable () -> String,
            mail: any MailSending, audit: @escaping @Sendable () -> [any AuditRecording] = { [] },
            metrics: any MetricsRegistry, log: Logger, now: @escaping @Sendable () -> Date
        ) {
            self.configuration = configuration
            self.database = database
            self.cryptography = cryptography
            self.transport = transport
            self.accounts = accounts
            self.passwords = passwords
            self.ways = ways
            self.states = states
            self.authentication = authentication
            self.issuing = issuing
            self.origins = origins
            self.events = events
            self.offered = offered
            self.letterWays = letterWays
            self.address = address
            self.mail = mail
            self.audit = audit
            self.metrics = metrics
            self.log = log
            self.now = now
        }
    }

    /// What it offers.
    public struct Exports: Sendable {
        /// Whether there are providers.
        public let isOffered: Bool
    }

    /// The name `external-providers`.
    public static let manifest = PluginManifest(
        id: "external-providers",
        summary: LocalizedText(
            en: "Signing in through other providers", es: "Inicio de sesión con otros proveedores"))

    /// The providers, and what the audit trail has of what they tell.
    public static let declarations = {
        var declared = Contributions(ProviderSettings.section, to: ConfigurationSections.self)
        declared.add(.toldByProvider, to: AuditKinds.self)
        declared.add(.providerLinks, to: OperatorActFollowers.self)
        return declared.and(migrations: ProviderMigrations.all)
    }()

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Exports> {
        let inForce = ProvidersInForce(configuration: dependencies.configuration)
        let providers = inForce.providers(dependencies.cryptography, now: dependencies.now)
        let connections = providers.map { provider in
            ProviderConnection(
                provider, transport: dependencies.transport, cryptography: dependencies.cryptography,
                now: dependencies.now)
        }
        let log = dependencies.log.labelled("providers")
        let byName = Dictionary(connections.map { ($0.provider.name, $0) }) { first, _ in first }
        let names = ProviderNames(hashing: dependencies.cryptography.hashing)
        let signIn = ProviderSignIn(
            connections: byName, database: dependencies.database, accounts: dependencies.accounts,
            cryptography: dependencies.cryptography, names: names, address: dependencies.address, log: log,
            now: dependencies.now)
        let letters = LinkLetters(
            mail: dependencies.mail, accounts: dependencies.accounts, events: dependencies.events,
            offered: dependencies.offered, ways: dependencies.letterWays
        ) { name in
            providers.first { $0.name == name }?.title ?? name
        }
        let links = ProviderLinks(
            database: dependencies.database, cryptography: dependencies.cryptography,
            passwords: dependencies.passwords, kinds: dependencies.ways, issuers: Set(providers.map(\.issuer)),
            letters: letters, sessions: dependencies.origins, now: dependencies.now)
        let signIns = try dependencies.metrics.counter(
            "essentiald_provider_logins_total", help: "Attempts to log in through a provider by their result.",
            labels: ["result"])
        let routes = ProviderRoutes(
            providers: providers, signIn: signIn, links: links, states: dependencies.states,
            sessions: dependencies.authentication,
            issuing: dependencies.issuing,
            offered: dependencies.offered, signIns: signIns, log: log)
        let notices = ProviderNoticeRoutes(
            connections: byName,
            revocations: ProviderRevocations(
                database: dependencies.database, names: names, sessions: dependencies.origins,
                kinds: dependencies.ways, letters: letters, audit: dependencies.audit, log: log, now: dependencies.now),
            notices: try dependencies.metrics.counter(
                "essentiald_provider_notices_total", help: "What providers told of their own accord, by the result.",
                labels: ["result"]),
            log: log)
        var contributions = Contributions()
        let facebook = FacebookRoutes(notices: notices, names: names, address: dependencies.address)
        for route in routes.all + notices.all + facebook.all { contributions.add(route, to: HTTPRoutes.self) }
        contributions.add(AttemptRow.sweep(dependencies.now), to: Sweeps.self)
        contributions.add(NoticeRow.sweep(dependencies.now), to: Sweeps.self)
        contributions.add(links, to: WaysIn.self)
        contributions.add(PersonalRows("provider_links"), to: AccountObservers.self)
        contributions.add(PersonalRows("provider_attempts"), to: AccountObservers.self)
        contributions.add(links, to: AccountObservers.self)
        for template in MailTemplate.links + MailTemplate.revocations {
            contributions.add(template, to: MailTemplates.self)
        }
        return Assembly(
            exports: Exports(isOffered: !providers.isEmpty),
            services: [SecretFiles(inForce: inForce, providers: providers)], contributions: contributions)
    }
}

/// Stops a start with a secret that can't be read.
private struct SecretFiles: PluginService {
    let inForce: ProvidersInForce
    let providers: [Provider]

    func problems() async -> [any Error] { inForce.unreadable(among: providers) }

    func examine() async -> ServiceExamination { ServiceExamination(findings: inForce.exposed(among: providers)) }

    func start() async throws {
        if let first = inForce.unreadable(among: providers).first { throw first }
    }
}
