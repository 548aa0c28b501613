public import AccountsServiceAPI
public import CaptchaServiceAPI
import ConfigurationAPI
public import CryptographyAPI
import HTTPServingAPI
import HTTPTypes
import Localization
import LoginContract
public import LoginServiceAPI
public import PluginKit
public import Presenting
public import RateLimitingAPI
public import ServerKeysAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Installs the server side of logging in and out.
public enum LoginServicePlugin: Plugin {
    /// What logging in and out need.
    public struct Dependencies: Sendable {
        /// Checks passwords.
        public let accounts: any PasswordAuthenticating
        /// Begins sessions.
        public let issuing: any SessionIssuing
        /// Ends sessions.
        public let ending: any SessionEnding
        /// What people can do, from `OfferedSteps`.
        public let offered: @Sendable () -> [NextStep]
        /// Makes what counts failures.
        public let limiters: any RateLimiterMaking
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

        /// Creates the dependencies.
        public init(
            accounts: any PasswordAuthenticating, issuing: any SessionIssuing, ending: any SessionEnding,
            offered: @escaping @Sendable () -> [NextStep] = { [.verify] },
            limiters: any RateLimiterMaking, lockout: LockoutPolicy = LockoutPolicy(),
            captcha: (any CaptchaVerifying)? = nil,
            cryptography: Cryptography, serverKeys: any ServerKeyProviding, metrics: any MetricsRegistry, log: Logger
        ) {
            self.accounts = accounts
            self.issuing = issuing
            self.ending = ending
            self.offered = offered
            self.limiters = limiters
            self.lockout = lockout
            self.captcha = captcha
            self.cryptography = cryptography
            self.serverKeys = serverKeys
            self.metrics = metrics
            self.log = log
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

    /// The locks against guessing.
    public static let declarations = Contributions(LoginSettings.section, to: ConfigurationSections.self)

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
                serverKeys: dependencies.serverKeys),
            captcha: dependencies.captcha, lockouts: lockouts, log: log)
        let routes = LoginRoutes(
            accounts: dependencies.accounts, issuing: dependencies.issuing, ending: dependencies.ending,
            lockout: lockout, offered: dependencies.offered,
            logins: logins, log: log)
        var contributions = Contributions()
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        return Assembly(
            exports: Exports(
                lockouts: lockout, devices: lockout,
                passwords: SessionPassword(accounts: dependencies.accounts, lockout: lockout)),
            contributions: contributions)
    }
}
