public import FeedServiceAPI
public import FoundationEssentials
import Localization
public import PluginKit
public import SQLStoreAPI

/// Installs what administrators need to hide pictures, without the feed itself.
public enum FeedModerationPlugin: Plugin {
    /// What moderation needs.
    public struct Dependencies: Sendable {
        /// Keeps the pictures' rows.
        public let database: any SQLDatabase
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies.
        public init(database: any SQLDatabase, now: @escaping @Sendable () -> Date) {
            self.database = database
            self.now = now
        }
    }

    /// What moderation offers.
    public struct Exports: Sendable {
        /// Hides pictures and shows them again.
        public let moderation: any ImageModerating
    }

    /// The name `feed-moderation`.
    public static let manifest = PluginManifest(
        id: "feed-moderation",
        summary: LocalizedText(en: "Pictures that administrators hide", es: "Imágenes que los administradores ocultan"))

    /// Builds the moderation over the server's database.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        var contributions = Contributions()
        for migration in FeedMigrations.all { contributions.add(migration, to: Migrations.self) }
        return Assembly(
            exports: Exports(
                moderation: ImageModeration(database: dependencies.database, now: dependencies.now)),
            contributions: contributions)
    }
}
