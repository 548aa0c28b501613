public import AccountsServiceAPI
public import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import Localization
public import LoginServiceAPI
public import MailAPI
import PasswordChangeContract
public import PasswordQuality
public import PluginKit
public import Presenting
public import RateLimitingAPI
public import SQLStoreAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Installs the server side of changing the password.
public enum PasswordChangeServicePlugin: Plugin {
    /// What changing needs.
    public struct Dependencies: Sendable {
        /// Holds the accounts, the sessions and the outbox.
        public let database: any SQLDatabase
        /// Tells who sent a request.
        public let sessions: any RequestAuthenticating
        /// Gives the session other tokens.
        public let tokens: any SessionTokenReplacing
        /// Makes the device known for the new password.
        public let devices: any DeviceRecognizing
        /// Reads accounts.
        public let accounts: any AccountReading
        /// Checks the current password.
        public let confirmation: any PasswordConfirming
        /// Replaces passwords, and tells whether there is one.
        public let passwords: any PasswordReplacing & WayInCounting
        /// Which passwords can be chosen.
        public let rules: PasswordRules
        /// Those who know states of accounts, from `AccountStates`.
        public let states: @Sendable () -> [any AccountStateKnowing]
        /// Counts the changes of an account.
        public let limiters: any RateLimiterMaking
        /// Tells people that their password was changed.
        public let mail: any MailSending
        /// What people can do, from `OfferedSteps`: the message names no other way.
        public let offered: @Sendable () -> [NextStep]
        /// Where letters lead people.
        public let ways: LetterWays
        /// Hears of changes and failures.
        public let log: Logger
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies.
        public init(
            database: any SQLDatabase, sessions: any RequestAuthenticating, tokens: any SessionTokenReplacing,
            devices: any DeviceRecognizing, accounts: any AccountReading, confirmation: any PasswordConfirming,
            passwords: any PasswordReplacing & WayInCounting, rules: PasswordRules = PasswordRules(),
            states: @escaping @Sendable () -> [any AccountStateKnowing] = { [] }, limiters: any RateLimiterMaking,
            mail: any MailSending,
            offered: @escaping @Sendable () -> [NextStep] = { [.recover] }, ways: LetterWays = LetterWays(),
            log: Logger,
            now: @escaping @Sendable () -> Date
        ) {
            self.database = database
            self.sessions = sessions
            self.tokens = tokens
            self.devices = devices
            self.accounts = accounts
            self.confirmation = confirmation
            self.passwords = passwords
            self.rules = rules
            self.states = states
            self.limiters = limiters
            self.mail = mail
            self.offered = offered
            self.ways = ways
            self.log = log
            self.now = now
        }
    }

    /// The name `password-change`.
    public static let manifest = PluginManifest(
        id: "password-change",
        summary: LocalizedText(en: "Changing the password", es: "Cambio de contraseña"))

    /// Builds the route.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let log = dependencies.log.labelled("password-change")
        let change = PasswordChange(
            database: dependencies.database, accounts: dependencies.accounts,
            confirmation: dependencies.confirmation, passwords: dependencies.passwords, tokens: dependencies.tokens,
            devices: dependencies.devices, rules: dependencies.rules, states: dependencies.states,
            changes: dependencies.limiters.limiter("password-changes", policy: PasswordChange.often),
            mail: dependencies.mail,
            offered: dependencies.offered, ways: dependencies.ways,
            now: dependencies.now, log: log)
        let route = PasswordChangeRoute(
            change: change, sessions: dependencies.sessions, log: log)
        var contributions = Contributions()
        contributions.add(route.route, to: HTTPRoutes.self)
        contributions.add(.passwordChangedByOwner(offering: [.recover]), to: MailTemplates.self)
        contributions.add(.changePassword, to: OfferedSteps.self)
        return Assembly(contributions: contributions)
    }
}
