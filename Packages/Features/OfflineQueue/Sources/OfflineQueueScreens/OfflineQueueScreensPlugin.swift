import Localization
public import OfflineQueueAPI
public import PluginKit
import Presenting
import ScreensAPI

/// Installs the screen of what waits for a connection.
public enum OfflineQueueScreensPlugin: Plugin {
    /// What the screen needs.
    public struct Dependencies: Sendable {
        /// Sends what waits.
        public let retrying: any QueueRetrying
        /// Shows what waits.
        public let inspection: any QueueInspecting
        /// What became of what waited.
        public let outcomes: QueueOutcomes

        /// Creates the dependencies.
        public init(retrying: any QueueRetrying, inspection: any QueueInspecting, outcomes: QueueOutcomes) {
            self.retrying = retrying
            self.inspection = inspection
            self.outcomes = outcomes
        }
    }

    /// The name `offline-queue-screens`.
    public static let manifest = PluginManifest(
        id: "offline-queue-screens",
        summary: LocalizedText(
            en: "What waits for a connection, in a browser", es: "Lo que espera conexión, en un navegador"))

    /// Builds the screen.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        contributions.add(
            QueueScreen(
                retrying: dependencies.retrying, inspection: dependencies.inspection, outcomes: dependencies.outcomes
            ).screen, to: Screens.self)
        contributions.add(
            NavigationItem(ScreenLink(QueueScreenTexts.way, to: QueueScreen.place)), to: ScreenNavigation.self)
        for step in [NextStep.seeQueue, .sendQueue, .dropQueue] {
            contributions.add(
                ScreenStep(step, ScreenLink(QueueScreenTexts.see, to: QueueScreen.place)), to: ScreenSteps.self)
        }
        return Assembly(contributions: contributions)
    }
}
