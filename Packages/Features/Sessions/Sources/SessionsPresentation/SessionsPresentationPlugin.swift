import ConsoleAPI
public import FoundationEssentials
import Localization
public import PluginKit
public import SessionsAPI
import SessionsPresentationAPI

/// Installs the commands `sessions`, `events` and `notices`.
public enum SessionsPresentationPlugin: Plugin {
    /// What the commands need.
    public struct Dependencies: Sendable {
        /// Shows and ends sessions.
        public let management: any SessionManaging
        /// Tells what happens to the account.
        public let notices: any SecurityNoticeFollowing
        /// Shows what happened to it.
        public let noticeList: any SecurityNoticeListing
        /// Has people prove once more who they are; nil for nobody.
        public let proving: (any Reauthenticating)?
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies.
        public init(
            management: any SessionManaging, notices: any SecurityNoticeFollowing,
            noticeList: any SecurityNoticeListing, proving: (any Reauthenticating)? = nil,
            now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.management = management
            self.notices = notices
            self.noticeList = noticeList
            self.proving = proving
            self.now = now
        }
    }

    /// The name `sessions-commands`.
    public static let manifest = PluginManifest(
        id: "sessions-commands",
        summary: LocalizedText(
            en: "The commands sessions, events and notices", es: "Las órdenes sessions, events y notices"))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let stepUp = StepUp(dependencies.proving)
        let sessions = SessionsCommands(management: dependencies.management, stepUp: stepUp, now: dependencies.now)
        var contributions = Contributions()
        for command in sessions.all { contributions.add(command, to: Commands.self) }
        contributions.add(EventsCommand(notices: dependencies.notices).command, to: Commands.self)
        for command in NoticesCommands(list: dependencies.noticeList, stepUp: stepUp).all {
            contributions.add(command, to: Commands.self)
        }
        contributions.add(SessionsTexts.listStep, to: NextStepPlaces.self)
        contributions.add(SessionsTexts.pagesStep, to: NextStepPlaces.self)
        return Assembly(contributions: contributions)
    }
}
