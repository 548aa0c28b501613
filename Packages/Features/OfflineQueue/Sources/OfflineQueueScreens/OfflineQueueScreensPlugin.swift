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
        /// Tells what a request holds that waits; nil for what says it all by its name.
        public let details: @Sendable (WaitingRequest) async -> WaitingDetails?

        /// Creates the dependencies.
        public init(
            retrying: any QueueRetrying, inspection: any QueueInspecting,
            details: @escaping @Sendable (WaitingRequest) async -> WaitingDetails? = { _ in nil }
        ) {
            self.retrying = retrying
            self.inspection = inspection
            self.details = details
        }
    }

    /// What the screen offers.
    public struct Exports: Sendable {
        /// Has the screen tell what became of a request, for as long as the program
        /// runs.
        public let note: @Sendable (QueuedRequestReport) -> Void
    }

    /// The name `offline-queue-screens`.
    public static let manifest = PluginManifest(
        id: "offline-queue-screens",
        summary: LocalizedText(
            en: "What waits for a connection, in a browser", es: "Lo que espera conexión, en un navegador"))

    /// Builds the screen.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let outcomes = QueueOutcomes()
        var contributions = Contributions()
        contributions.add(
            QueueScreen(
                retrying: dependencies.retrying, inspection: dependencies.inspection,
                details: dependencies.details, outcomes: outcomes
            ).screen, to: Screens.self)
        contributions.add(
            NavigationItem(ScreenLink(QueueScreenTexts.way, to: QueueScreen.place)), to: ScreenNavigation.self)
        contributions.add(
            NavigationCount(at: QueueScreen.place) { [inspection = dependencies.inspection] in
                try await inspection.waiting().count
            }, to: ScreenCounts.self)
        for step in [NextStep.seeQueue, .sendQueue, .dropQueue] {
            contributions.add(
                ScreenStep(step, ScreenLink(QueueScreenTexts.see, to: QueueScreen.place)), to: ScreenSteps.self)
        }
        return Assembly(exports: Exports(note: outcomes.note), contributions: contributions)
    }
}
