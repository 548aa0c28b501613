public import AccountsServiceAPI
public import CryptographyAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import MailAPI
public import PluginKit
public import Presenting
public import SQLStoreAPI
public import ServerKeysAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Installs the server side of passkeys (WebAuthn level 3).
public enum PasskeysServicePlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        /// The address under which people reach the server; there are passkeys only for a
        /// name, with `https`, or for `localhost`.
        public let address: URL?
        /// Keeps passkeys.
        public let database: any SQLDatabase
        /// Verifies what they sign.
        public let cryptography: Cryptography
        /// Signs what they are asked.
        public let serverKeys: any ServerKeyProviding
        /// Reads accounts.
        public let accounts: any AccountReading & AccountReadingInTransaction
        /// All ways in, asked before one is taken away.
        public let ways: @Sendable () -> [any WayInCounting]
        /// Those who know whether a second factor is in force.
        let states: @Sendable () -> [any AccountStateKnowing]
        /// Tells who asks.
        public let authentication: any RequestAuthenticating
        /// Begins sessions.
        public let issuing: any SessionIssuing
        /// Notes what a session's person proved anew.
        public let reauthentication: any SessionReauthenticating
        /// Ends the sessions that began with a passkey that is removed.
        public let origins: any SessionOriginEnding
        /// Records what the devices of a person are told.
        public let events: any SecurityEventRecording
        /// What people can do, from `OfferedSteps`.
        public let offered: @Sendable () -> [NextStep]
        /// Where letters lead people.
        let letterWays: LetterWays
        /// Tells people what happened.
        public let mail: any MailSending
        /// Counts logins by their result.
        public let metrics: any MetricsRegistry
        /// Hears of logins and refusals.
        public let log: Logger
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies.
        public init(
            address: URL?, database: any SQLDatabase, cryptography: Cryptography, serverKeys: any ServerKeyProviding,
            accounts: any AccountReading & AccountReadingInTransaction,
            ways: @escaping @Sendable () -> [any WayInCounting],
            states: @escaping @Sendable () -> [any AccountStateKnowing] = { [] },
            authentication: any RequestAuthenticating,
            issuing: any SessionIssuing, reauthentication: any SessionReauthenticating,
            origins: any SessionOriginEnding, events: any SecurityEventRecording,
            offered: @escaping @Sendable () -> [NextStep] = { [] }, letterWays: LetterWays = LetterWays(),
            mail: any MailSending,
            metrics: any MetricsRegistry, log: Logger, now: @escaping @Sendable () -> Date
        ) {
            self.address = address
            self.database = database
            self.cryptography = cryptography
            self.serverKeys = serverKeys
            self.accounts = accounts
            self.ways = ways
            self.states = states
            self.authentication = authentication
            self.issuing = issuing
            self.reauthentication = reauthentication
            self.origins = origins
            self.events = events
            self.offered = offered
            self.letterWays = letterWays
            self.mail = mail
            self.metrics = metrics
            self.log = log
            self.now = now
        }
    }

    /// What it offers.
    public struct Exports: Sendable {
        /// Whether there are passkeys for the address of the server.
        public let isOffered: Bool
    }

    /// The name `passkeys`.
    public static let manifest = PluginManifest(
        id: "passkeys",
        summary: LocalizedText(en: "Logging in with passkeys", es: "Inicio de sesión con llaves de acceso"))

    /// Its tables.
    public static let declarations = Contributions(.passkeys, to: OperatorActFollowers.self)
        .and(migrations: PasskeysMigrations.all)

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Exports> {
        let log = dependencies.log.labelled("passkeys")
        let desk = RelyingParty(at: dependencies.address).map { party in
            PasskeyDesk(
                database: dependencies.database, cryptography: dependencies.cryptography,
                ceremonies: Ceremonies(of: party, dependencies.cryptography),
                challenges: Challenges(
                    cryptography: dependencies.cryptography, serverKeys: dependencies.serverKeys,
                    now: dependencies.now),
                accounts: dependencies.accounts, ways: dependencies.ways,
                letters: PasskeyLetters(
                    mail: dependencies.mail, accounts: dependencies.accounts, events: dependencies.events,
                    offered: dependencies.offered, ways: dependencies.letterWays),
                origins: dependencies.origins, log: log, now: dependencies.now)
        }
        let routes = PasskeyRoutes(
            desk: desk, accounts: dependencies.accounts, states: dependencies.states,
            sessions: dependencies.authentication,
            issuing: dependencies.issuing, reauthentication: dependencies.reauthentication,
            offered: dependencies.offered,
            logins: try dependencies.metrics.counter(
                "essentiald_passkey_logins_total", help: "Attempts to log in with a passkey by their result.",
                labels: ["result"]), log: log, now: dependencies.now)
        var contributions = Contributions()
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        contributions.add(PersonalRows("passkeys"), to: AccountObservers.self)
        contributions.add(Challenges.sweep(dependencies.now), to: Sweeps.self)
        for template in MailTemplate.passkeys { contributions.add(template, to: MailTemplates.self) }
        // Nobody gets in by a passkey where there are none.
        if let desk {
            contributions.add(desk, to: WaysIn.self)
            contributions.add(desk, to: AccountObservers.self)
        }
        return Assembly(exports: Exports(isOffered: desk != nil), contributions: contributions)
    }
}
