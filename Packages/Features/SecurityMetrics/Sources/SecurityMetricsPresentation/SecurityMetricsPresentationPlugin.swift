import ConsoleAPI
import Localization
public import PluginKit
public import SecurityMetricsAPI

/// Installs the commands about the server's audit trail.
public enum SecurityMetricsPresentationPlugin: Plugin {
    /// What the commands need.
    public struct Dependencies: Sendable {
        /// Keeps what the server shows.
        public let trail: any TrailKeeping
        /// The address of the server.
        public let server: String

        /// Creates the dependencies.
        public init(trail: any TrailKeeping, server: String) {
            self.trail = trail
            self.server = server
        }
    }

    /// The name `audit-commands`.
    public static let manifest = PluginManifest(
        id: "audit-commands", summary: LocalizedText(en: "The commands audit", es: "Las órdenes audit"))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        for command in AuditCommands(trail: dependencies.trail, server: dependencies.server).all {
            contributions.add(command, to: Commands.self)
        }
        return Assembly(contributions: contributions)
    }
}
