public import AccountsServiceAPI
import HTTPServingAPI
import Localization
public import PluginKit
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
        /// Whether people may log in before they have confirmed their address.
        public let allowsUnverified: Bool
        /// Counts logins by their result.
        public let metrics: any MetricsRegistry
        /// Hears of logins and failures.
        public let log: Logger

        /// Creates the dependencies.
        public init(
            accounts: any PasswordAuthenticating, issuing: any SessionIssuing, ending: any SessionEnding,
            allowsUnverified: Bool, metrics: any MetricsRegistry, log: Logger
        ) {
            self.accounts = accounts
            self.issuing = issuing
            self.ending = ending
            self.allowsUnverified = allowsUnverified
            self.metrics = metrics
            self.log = log
        }
    }

    /// The name `login`.
    public static let manifest = PluginManifest(
        id: "login", summary: LocalizedText(en: "Logging in and out", es: "Inicio y cierre de sesión"))

    /// Builds the routes.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Void> {
        let logins = try dependencies.metrics.counter(
            "essentiald_logins_total", help: "Attempts to log in by their result.", labels: ["result"])
        let routes = LoginRoutes(
            accounts: dependencies.accounts, issuing: dependencies.issuing, ending: dependencies.ending,
            allowsUnverified: dependencies.allowsUnverified, logins: logins, log: dependencies.log.labelled("login"))
        var contributions = Contributions()
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        return Assembly(contributions: contributions)
    }
}
