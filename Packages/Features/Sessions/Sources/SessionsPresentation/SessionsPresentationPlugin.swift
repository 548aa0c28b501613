import ConsoleAPI
public import FoundationEssentials
import Localization
public import PluginKit
public import SessionsAPI

/// Installs the commands `sessions` and `events`.
public enum SessionsPresentationPlugin: Plugin {
    /// What the commands need.
    public struct Dependencies: Sendable {
        /// Shows and ends sessions.
        public let management: any SessionManaging
        /// Tells what happens to the account.
        public let notices: any SecurityNoticeFollowing
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies.
        public init(
            management: any SessionManaging, notices: any SecurityNoticeFollowing,
            now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.management = management
            self.notices = notices
            self.now = now
        }
    }

    /// The name `sessions-commands`.
    public static let manifest = PluginManifest(
        id: "sessions-commands",
        summary: LocalizedText(en: "The commands sessions and events", es: "Las órdenes sessions y events"))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let sessions = SessionsCommands(management: dependencies.management, now: dependencies.now)
        var contributions = Contributions()
        for command in sessions.all { contributions.add(command, to: Commands.self) }
        contributions.add(EventsCommand(notices: dependencies.notices).command, to: Commands.self)
        contributions.add(SessionsTexts.listStep, to: NextStepPlaces.self)
        return Assembly(contributions: contributions)
    }
}
