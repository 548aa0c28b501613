import HTTPServingAPI
import Localization
public import PluginKit
public import SessionsServiceAPI
public import TelemetryAPI

/// Answers `POST /auth/refresh`.
public enum TokenRefreshServicePlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies {
        let sessions: any SessionRefreshing
        let logger: Logger
        let metrics: any MetricsRegistry

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - sessions: Exchanges the tokens.
        ///   - logger: Hears what happens.
        ///   - metrics: Counts it.
        public init(sessions: any SessionRefreshing, logger: Logger, metrics: any MetricsRegistry) {
            self.sessions = sessions
            self.logger = logger
            self.metrics = metrics
        }
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "token-refresh",
        summary: LocalizedText(en: "Renews sessions.", es: "Renueva las sesiones."))

    /// Builds the route.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Void> {
        let route = RefreshRoute(
            sessions: dependencies.sessions, logger: dependencies.logger.labelled("token-refresh"),
            refreshes: try dependencies.metrics.counter(
                "essentiald_token_refreshes_total", help: "Refresh tokens presented, by what became of them.",
                labels: ["result"]))
        var contributions = Contributions()
        contributions.add(route.route, to: HTTPRoutes.self)
        return Assembly(contributions: contributions)
    }
}
