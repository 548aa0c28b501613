public import ConsoleAPI
public import FoundationEssentials
public import Localization
public import OfflineQueueAPI
public import PluginKit

/// Installs the commands `queue …`.
public enum OfflineQueuePresentationPlugin: Plugin {
    /// What the commands need.
    public struct Dependencies: Sendable {
        /// Sends what waits.
        public let retrying: any QueueRetrying
        /// Shows and drops what waits.
        public let inspection: any QueueInspecting
        /// Tells what was written in a request that waits, such as a comment; nil
        /// for what says it all by its name.
        public let text: @Sendable (WaitingRequest) async -> String?
        /// Tells what people know by what a request is about that names it by an
        /// identifier; nil for what nobody knows.
        public let subject: @Sendable (WaitingRequest) async -> String?
        /// Says what waits for other servers, a line for each.
        public let elsewhere: @Sendable (Invocation) async -> [LocalizedText]
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies.
        public init(
            retrying: any QueueRetrying, inspection: any QueueInspecting,
            text: @escaping @Sendable (WaitingRequest) async -> String? = { _ in nil },
            subject: @escaping @Sendable (WaitingRequest) async -> String? = { _ in nil },
            elsewhere: @escaping @Sendable (Invocation) async -> [LocalizedText] = { _ in [] },
            now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.retrying = retrying
            self.inspection = inspection
            self.text = text
            self.subject = subject
            self.elsewhere = elsewhere
            self.now = now
        }
    }

    /// The name `queue-commands`.
    public static let manifest = PluginManifest(
        id: "queue-commands",
        summary: LocalizedText(
            en: "The commands of what waits for a connection", es: "Las órdenes de lo que espera conexión"))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        let commands = QueueCommands(
            retrying: dependencies.retrying, inspection: dependencies.inspection, text: dependencies.text,
            subject: dependencies.subject, elsewhere: dependencies.elsewhere, now: dependencies.now)
        var contributions = Contributions()
        for command in commands.lists { contributions.add(command, to: Commands.self) }
        contributions.add(commands.retry, commands.notify, commands.drop, to: Commands.self)
        for step in QueueTexts.steps { contributions.add(step, to: NextStepPlaces.self) }
        return Assembly(contributions: contributions)
    }
}
