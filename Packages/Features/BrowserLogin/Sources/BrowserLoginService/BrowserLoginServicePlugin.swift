public import AccountsServiceAPI
public import CryptographyAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import PluginKit
public import Presenting
public import SQLStoreAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Installs the server side of logging in through the browser: codes, and their routes.
public enum BrowserLoginServicePlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        /// The address under which people reach the server, and the issuer of its tokens.
        public let address: @Sendable () -> String
        /// Keeps codes.
        public let database: any SQLDatabase
        /// Makes them.
        public let cryptography: Cryptography
        /// Reads accounts.
        public let accounts: any AccountReading
        /// Tells who asks.
        public let authentication: any RequestAuthenticating
        /// Begins sessions.
        public let issuing: any SessionIssuing
        /// Ends those whose code was used again.
        public let ending: any SessionEnding
        /// What people can do, from `OfferedSteps`.
        public let offered: @Sendable () -> [NextStep]
        /// Counts logins by their result.
        public let metrics: any MetricsRegistry
        /// Hears of logins and refusals.
        public let log: Logger
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies.
        public init(
            address: @escaping @Sendable () -> String, database: any SQLDatabase, cryptography: Cryptography,
            accounts: any AccountReading, authentication: any RequestAuthenticating, issuing: any SessionIssuing,
            ending: any SessionEnding, offered: @escaping @Sendable () -> [NextStep] = { [] },
            metrics: any MetricsRegistry, log: Logger, now: @escaping @Sendable () -> Date
        ) {
            self.address = address
            self.database = database
            self.cryptography = cryptography
            self.accounts = accounts
            self.authentication = authentication
            self.issuing = issuing
            self.ending = ending
            self.offered = offered
            self.metrics = metrics
            self.log = log
            self.now = now
        }
    }

    /// The name `browser-login`.
    public static let manifest = PluginManifest(
        id: "browser-login",
        summary: LocalizedText(
            en: "Logging programs in through the browser", es: "Inicio de sesión de programas con el navegador"))

    /// Its tables.
    public static let declarations = Contributions().and(migrations: BrowserLoginMigrations.all)

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Void> {
        let codes = LoginCodes(
            database: dependencies.database, random: dependencies.cryptography.random,
            hashing: dependencies.cryptography.hashing, now: dependencies.now)
        let routes = BrowserLoginRoutes(
            codes: codes, accounts: dependencies.accounts, sessions: dependencies.authentication,
            issuing: dependencies.issuing,
            ending: dependencies.ending, address: dependencies.address, offered: dependencies.offered,
            logins: try dependencies.metrics.counter(
                "essentiald_browser_logins_total", help: "Attempts to log in through the browser by their result.",
                labels: ["result"]), log: dependencies.log.labelled("browser-login"), now: dependencies.now)
        var contributions = Contributions()
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        contributions.add(LoginCodes.sweep(dependencies.now), to: Sweeps.self)
        contributions.add(codes, to: SessionObservers.self)
        contributions.add(PersonalRows("browser_login_codes"), to: AccountObservers.self)
        return Assembly(contributions: contributions)
    }
}
