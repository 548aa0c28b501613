import Localization
public import PluginKit
public import SQLStoreAPI

/// Keeps a database in a file of SQLite.
///
/// Starting it opens, verifies and migrates the file; stopping it completes the
/// accepted writes and closes the file.
public enum SQLStorePlugin: Plugin {
    /// What the store needs.
    public struct Dependencies {
        let settings: SQLStoreSettings
        let migrations: @Sendable () -> [Migration]
        let observer: (any SQLStoreObserving)?

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - settings: How the store is kept.
        ///   - migrations: Asked at start, when all plugins are installed and
        ///     what they contribute to ``SQLStoreAPI/Migrations`` is complete.
        ///   - observer: Hears what happens to the store.
        public init(
            settings: SQLStoreSettings, migrations: @escaping @Sendable () -> [Migration],
            observer: (any SQLStoreObserving)? = nil
        ) {
            self.settings = settings
            self.migrations = migrations
            self.observer = observer
        }
    }

    /// What the store offers.
    public struct Exports: Sendable {
        /// The database; it can be used once the plugin is started.
        public let database: any SQLDatabase
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "sql-store",
        summary: LocalizedText(
            en: "Keeps a database in a file of SQLite.", es: "Guarda una base de datos en un archivo de SQLite."))

    /// Builds the store; it is opened when it is started.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let database = SQLiteDatabase(
            dependencies.settings, migrations: dependencies.migrations, observer: dependencies.observer)
        return Assembly(exports: Exports(database: database), services: [Service(database: database)])
    }

    private struct Service: PluginService {
        let database: SQLiteDatabase

        func start() async throws { try await database.open() }

        func stop() async { await database.close() }
    }
}
