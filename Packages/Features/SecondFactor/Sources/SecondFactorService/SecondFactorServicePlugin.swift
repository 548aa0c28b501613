public import AccountsServiceAPI
public import ConfigurationAPI
public import CryptographyAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import LoginServiceAPI
public import MailAPI
public import PluginKit
public import Presenting
public import RateLimitingAPI
public import SQLStoreAPI
import SecondFactorServiceAPI
public import ServerKeysAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Installs the server side of second factors: authenticators and recovery
/// codes.
public enum SecondFactorServicePlugin: Plugin {
    /// What second factors need.
    public struct Dependencies: Sendable {
        let database: any SQLDatabase
        let cryptography: Cryptography
        let serverKeys: any ServerKeyProviding
        let accounts: any AccountReading & AccountReadingInTransaction & DeletionPostponing
        let sessions: any RequestAuthenticating
        let reauthentication: any SessionReauthenticating
        let events: any SecurityEventRecording
        let passwords: any PasswordConfirming
        let passwordWays: any WayInCounting
        let observers: @Sendable () -> [any LoginObserving]
        let limiters: any RateLimiterMaking
        let guesses: RateLimitPolicy
        let lossDelay: Duration
        let mail: any MailSending
        let offered: @Sendable () -> [NextStep]
        let ways: LetterWays
        let log: Logger
        let now: @Sendable () -> Date

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - configuration: What operators set.
        ///   - database: Holds the tables.
        ///   - cryptography: Makes, seals and checks.
        ///   - serverKeys: Seals the secrets of authenticators.
        ///   - accounts: Reads accounts, and has those last whose persons have lost their factor.
        ///   - sessions: Tells who asks.
        ///   - reauthentication: Notes what a session's person proved anew.
        ///   - events: Records what the devices of a person are told.
        ///   - passwords: Checks the password of somebody who is logged in.
        ///   - passwordWays: Tells whether an account has one.
        ///   - observers: Hear of codes that came to nothing, from `LoginObservers`.
        ///   - limiters: Makes what counts guesses.
        ///   - guesses: How many wrong codes there may be after each kind of first step: by
        ///     D6, as for passwords.
        ///   - mail: Tells people what happened.
        ///   - offered: What people can do, from `OfferedSteps`: letters name no other way.
        ///   - ways: Where letters lead people.
        ///   - log: Hears of it.
        ///   - now: The present time.
        public init(
            configuration: Configuration = .defaults, database: any SQLDatabase, cryptography: Cryptography,
            serverKeys: any ServerKeyProviding,
            accounts: any AccountReading & AccountReadingInTransaction & DeletionPostponing,
            sessions: any RequestAuthenticating,
            reauthentication: any SessionReauthenticating, events: any SecurityEventRecording,
            passwords: any PasswordConfirming, passwordWays: any WayInCounting,
            observers: @escaping @Sendable () -> [any LoginObserving] = { [] },
            limiters: any RateLimiterMaking,
            guesses: RateLimitPolicy = RateLimitPolicy(
                maxAttempts: 5, window: 300, lockout: 900, longestLockout: 14_400),
            mail: any MailSending, offered: @escaping @Sendable () -> [NextStep] = { [.recover] },
            ways: LetterWays = LetterWays(), log: Logger, now: @escaping @Sendable () -> Date
        ) {
            lossDelay = configuration[FactorSettings.lossDelay]
            self.database = database
            self.cryptography = cryptography
            self.serverKeys = serverKeys
            self.accounts = accounts
            self.sessions = sessions
            self.reauthentication = reauthentication
            self.events = events
            self.passwords = passwords
            self.passwordWays = passwordWays
            self.observers = observers
            self.limiters = limiters
            self.guesses = guesses
            self.mail = mail
            self.offered = offered
            self.ways = ways
            self.log = log
            self.now = now
        }
    }

    /// The name `second-factor`.
    public static let manifest = PluginManifest(
        id: "second-factor",
        summary: LocalizedText(
            en: "Authenticators and recovery codes", es: "Autenticadores y códigos de recuperación"))

    /// What gives accounts authenticators that come from another system, where people are asked for them.
    public static let declarations = Contributions(.authenticators, to: AuthenticatorAdoptions.self)

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let desk = FactorDesk(
            database: dependencies.database,
            keys: FactorKeys(cryptography: dependencies.cryptography, serverKeys: dependencies.serverKeys),
            guesses: FactorGuesses(limiters: dependencies.limiters, policy: dependencies.guesses),
            losses: dependencies.limiters.limiter(
                "second-factor-losses", policy: RateLimitPolicy(maxAttempts: 3, window: 86_400)),
            reauthentication: dependencies.reauthentication, accounts: dependencies.accounts,
            letters: FactorLetters(
                mail: dependencies.mail, events: dependencies.events, offered: dependencies.offered,
                ways: dependencies.ways),
            lossDelay: dependencies.lossDelay,
            log: dependencies.log.labelled("second-factor"), now: dependencies.now)
        let routes = FactorRoutes(
            desk: desk, accounts: dependencies.accounts, sessions: dependencies.sessions,
            passwords: dependencies.passwords, passwordWays: dependencies.passwordWays,
            observers: dependencies.observers)
        var contributions = Contributions()
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        for template in MailTemplate.secondFactor { contributions.add(template, to: MailTemplates.self) }
        contributions.add(desk.sweep, to: Sweeps.self)
        contributions.add(RecoveryCodeRow.sweep(dependencies.now), to: Sweeps.self)
        contributions.add(desk, to: AccountStates.self)
        contributions.add(desk, to: SecondFactorCheckers.self)
        contributions.add(desk, to: AccountObservers.self)
        contributions.add(SetupVoiding(), to: AccountObservers.self)
        contributions.add(desk, to: SessionObservers.self)
        contributions.add(.removeFactor, to: AccountActs.self)
        return Assembly(contributions: contributions)
    }
}
