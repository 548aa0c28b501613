public import AccountsServiceAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import MailAPI
public import PluginKit
public import Presenting
public import SessionsServiceAPI
public import TelemetryAPI

/// Answers `POST /auth/refresh`.
public enum TokenRefreshServicePlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies {
        let sessions: any SessionRefreshing
        let accounts: any AccountReadingInTransaction
        let mail: any MailSending
        let offered: @Sendable () -> [NextStep]
        let ways: LetterWays
        let now: @Sendable () -> Date
        let logger: Logger
        let metrics: any MetricsRegistry

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - sessions: Exchanges the tokens.
        ///   - accounts: Knows to whom to write.
        ///   - mail: Tells them that a token of theirs was reused.
        ///   - offered: What people can do, from `OfferedSteps`.
        ///   - ways: Where letters lead people.
        ///   - now: Tells the time.
        ///   - logger: Hears what happens.
        ///   - metrics: Counts it.
        public init(
            sessions: any SessionRefreshing, accounts: any AccountReadingInTransaction, mail: any MailSending,
            offered: @escaping @Sendable () -> [NextStep] = { [.changePassword] },
            ways: LetterWays = LetterWays(), now: @escaping @Sendable () -> Date,
            logger: Logger, metrics: any MetricsRegistry
        ) {
            self.sessions = sessions
            self.accounts = accounts
            self.mail = mail
            self.offered = offered
            self.ways = ways
            self.now = now
            self.logger = logger
            self.metrics = metrics
        }
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "token-refresh",
        summary: LocalizedText(en: "Renews sessions", es: "Renueva las sesiones"))

    /// Builds the route, and what writes to people whose tokens were copied.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Void> {
        let route = RefreshRoute(
            sessions: dependencies.sessions, logger: dependencies.logger.labelled("token-refresh"),
            refreshes: try dependencies.metrics.counter(
                "essentiald_token_refreshes_total", help: "Refresh tokens presented, by what became of them.",
                labels: ["result"]))
        var contributions = Contributions()
        contributions.add(route.route, to: HTTPRoutes.self)
        contributions.add(.tokenReused(offering: [.changePassword]), to: MailTemplates.self)
        contributions.add(
            ReuseLetter(
                accounts: dependencies.accounts, mail: dependencies.mail, offered: dependencies.offered,
                ways: dependencies.ways,
                now: dependencies.now),
            to: SessionObservers.self)
        return Assembly(contributions: contributions)
    }
}
