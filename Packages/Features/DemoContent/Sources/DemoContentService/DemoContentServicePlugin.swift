public import AccountsServiceAPI
public import CommentsServiceAPI
public import ConfigurationAPI
public import CryptographyAPI
public import FeedServiceAPI
public import FoundationEssentials
import Localization
public import PluginKit
public import TelemetryAPI

/// Fills an empty feed with pictures to look at, while the server answers.
public enum DemoContentServicePlugin: Plugin {
    /// What the demo needs.
    public struct Dependencies: Sendable {
        /// Makes the accounts of those who publish and comment.
        public let accounts: any AccountCreating & AccountReading
        /// Marks their addresses as verified.
        public let verification: any AccountVerifying
        /// Puts pictures into the feed.
        public let images: any ImagePublishing
        /// Adds comments to pictures.
        public let comments: any CommentPublishing
        /// Makes the accounts' passwords, which nobody knows.
        public let random: any RandomSource
        /// Hears of the progress.
        public let log: Logger
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies.
        public init(
            accounts: any AccountCreating & AccountReading, verification: any AccountVerifying,
            images: any ImagePublishing, comments: any CommentPublishing, random: any RandomSource, log: Logger,
            now: @escaping @Sendable () -> Date
        ) {
            self.accounts = accounts
            self.verification = verification
            self.images = images
            self.comments = comments
            self.random = random
            self.log = log.labelled("demo")
            self.now = now
        }
    }

    /// The name `demo-content`.
    public static let manifest = PluginManifest(
        id: "demo-content",
        summary: LocalizedText(
            en: "Pictures to look at in an empty feed", es: "Imágenes para mirar en unas novedades vacías"))

    /// Whether there is a demonstration.
    public static let declarations = Contributions(DemoSettings.section, to: ConfigurationSections.self)

    /// Whether operators want the demonstration.
    public static func isWanted(in configuration: Configuration) -> Bool { configuration[DemoSettings.content] }

    /// Builds the demo.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        Assembly(services: [DemoSeeding(dependencies: dependencies)])
    }
}
