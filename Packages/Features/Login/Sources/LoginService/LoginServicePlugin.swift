public import AccountsServiceAPI
public import CaptchaServiceAPI
import ConfigurationAPI
public import CryptographyAPI
public import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
import LoginContract
public import LoginServiceAPI
public import PluginKit
public import Presenting
public import RateLimitingAPI
public import SQLStoreAPI
public import ServerKeysAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Installs the server side of logging in and out.
public enum LoginServicePlugin: Plugin {
    /// What logging in and out need.
    public struct Dependencies: Sendable {
        /// Checks passwords.
        public let accounts: any PasswordAuthenticating
        /// Whether a password is no way in before the address is proved, and nobody is told so:
        /// whoever made the account with it would learn that nobody had the address.
        public let hidesUnproved: Bool
        /// Reads accounts.
        public let directory: any AccountReading & AccountReadingInTransaction
        /// Begins sessions.
        public let issuing: any SessionIssuing
        /// Ends sessions.
        public let ending: any SessionEnding
        /// What people can do, from `OfferedSteps`.
        public let offered: @Sendable () -> [NextStep]
        /// Keeps the first steps that wait for a second.
        public let database: any SQLDatabase
        /// Checks second factors, from `SecondFactorCheckers`.
        public let checkers: @Sendable () -> [any SecondFactorChecking]
        /// Hear of logins that come to nothing, from `LoginObservers`.
        public let observers: @Sendable () -> [any LoginObserving]
        /// Makes what counts failures.
        public let limiters: any RateLimiterMaking
        /// What they counted, from `AttemptCounters`.
        public let counters: @Sendable () -> [CountedAttempts]
        /// After how many failures logging in is locked.
        public let lockout: LockoutPolicy
        /// Asks those for an answer who failed before; nil for nobody.
        public let captcha: (any CaptchaVerifying)?
        /// Makes and checks the tokens of devices.
        public let cryptography: Cryptography
        /// Gives the key of the tokens of devices.
        public let serverKeys: any ServerKeyProviding
        /// Counts logins by their result.
        public let metrics: any MetricsRegistry
        /// Hears of logins and failures.
        public let log: Logger
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies.
        public init(
            accounts: any PasswordAuthenticating, hidesUnproved: Bool = false,
            directory: any AccountReading & AccountReadingInTransaction,
            issuing: any SessionIssuing,
            ending: any SessionEnding,
            offered: @escaping @Sendable () -> [NextStep] = { [.verify] },
            database: any SQLDatabase,
            checkers: @escaping @Sendable () -> [any SecondFactorChecking] = { [] },
            observers: @escaping @Sendable () -> [any LoginObserving] = { [] },
            limiters: any RateLimiterMaking,
            counters: @escaping @Sendable () -> [CountedAttempts] = { [] }, lockout: LockoutPolicy = LockoutPolicy(),
            captcha: (any CaptchaVerifying)? = nil,
            cryptography: Cryptography, serverKeys: any ServerKeyProviding, metrics: any MetricsRegistry, log: Logger,
            now: @escaping @Sendable () -> Date
        ) {
            self.accounts = accounts
            self.hidesUnproved = hidesUnproved
            self.directory = directory
            self.issuing = issuing
            self.ending = ending
            self.offered = offered
            self.database = database
            self.checkers = checkers
            self.observers = observers
            self.limiters = limiters
            self.counters = counters
            self.lockout = lockout
            self.captcha = captcha
            self.cryptography = cryptography
            self.serverKeys = serverKeys
            self.metrics = metrics
            self.log = log
            self.now = now
        }
    }

    /// What logging in offers.
    public struct Exports: Sendable {
        /// Ends the lock of an account.
        public let lockouts: any LockoutClearing
        /// Makes devices known.
        public let devices: any DeviceRecognizing
        /// Checks the password of somebody who is logged in.
        public let passwords: any PasswordConfirming
    }

    /// The name `login`.
    public static let manifest = PluginManifest(
        id: "login", summary: LocalizedText(en: "Logging in and out", es: "Inicio y cierre de sesión"))

    /// The locks against guessing, and what operators' commands do to logins that have begun.
    public static let declarations = {
        var declared = Contributions(LoginSettings.section, to: ConfigurationSections.self)
        declared.add(.loginTickets, to: OperatorActFollowers.self)
        declared.add(.login, to: PasswordLockFinders.self)
        return declared.and(migrations: LoginTickets.migrations)
    }()

    /// Builds the routes.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Exports> {
        let logins = try dependencies.metrics.counter(
            "essentiald_logins_total", help: "Attempts to log in by their result.", labels: ["result"])
        let lockouts = try dependencies.metrics.counter(
            "essentiald_lockouts_total", help: "Locks after too many wrong passwords.")
        let log = dependencies.log.labelled("login")
        let lockout = LoginLockout(
            policy: dependencies.lockout, limiters: dependencies.limiters,
            tokens: DeviceTokens(
                random: dependencies.cryptography.random, authentication: dependencies.cryptography.authentication,
                serverKeys: dependencies.serverKeys, accounts: dependencies.accounts,
                directory: dependencies.directory),
            captcha: dependencies.captcha, lockouts: lockouts, log: log)
        let routes = LoginRoutes(
            accounts: dependencies.accounts, hidesUnproved: dependencies.hidesUnproved, issuing: dependencies.issuing,
            ending: dependencies.ending,
            lockout: lockout, offered: dependencies.offered, observers: dependencies.observers,
            logins: logins, log: log, now: dependencies.now)
        let tickets = LoginTickets(
            database: dependencies.database, random: dependencies.cryptography.random,
            hashing: dependencies.cryptography.hashing, now: dependencies.now)
        let secondStep = SecondStepRoute(
            tickets: tickets, accounts: dependencies.directory, issuing: dependencies.issuing, lockout: lockout,
            checkers: dependencies.checkers, offered: dependencies.offered, observers: dependencies.observers,
            logins: logins, log: log)
        var contributions = Contributions()
        contributions.add(LoginTickets.sweep(dependencies.now), to: Sweeps.self)
        contributions.add(tickets, to: SecondFactorAskers.self)
        contributions.add(tickets, to: AccountObservers.self)
        for route in secondStep.all + routes.all { contributions.add(route, to: HTTPRoutes.self) }
        let locks = LocksAtHand { [dependencies] in
            guard let attempts = dependencies.counters().first else { return nil }
            let key = try await dependencies.serverKeys.key(for: .accountName)
            return AccountLocks(
                names: AccountNames(dependencies.cryptography.authentication, key), attempts: attempts)
        }
        contributions.add(
            .locks(locks) { [directory = dependencies.directory] in try directory.account($0, in: $1) },
            to: AccountFactSources.self)
        contributions.add(.unlock(locks), to: AccountActs.self)
        return Assembly(
            exports: Exports(
                lockouts: lockout, devices: lockout,
                passwords: SessionPassword(
                    accounts: dependencies.accounts, lockout: lockout, observers: dependencies.observers)),
            services: [locks], contributions: contributions)
    }
}
