import Localization
public import PluginKit
public import SQLStoreAPI
import SQLStoreCore

/// Keeps a database in a file of SQLite.
///
/// Starting it opens, verifies and migrates the file; while it runs, tables are
/// swept, and commits of other processes are heard; stopping it completes the accepted writes and closes the file.
public enum SQLStorePlugin: Plugin {
    /// What the store needs.
    public struct Dependencies {
        let settings: SQLStoreSettings
        let migrations: @Sendable () -> [Migration]
        let sweeps: @Sendable () -> [Sweep]
        let observer: (any SQLStoreObserving)?
        let clock: any Clock<Duration>
        let lookout: any Clock<Duration>

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - settings: How the store is kept.
        ///   - migrations: Asked at start, when all plugins are installed and
        ///     what they contribute to ``SQLStoreAPI/Migrations`` is complete.
        ///   - sweeps: Asked when the store runs, in the same way, for what is
        ///     contributed to ``SQLStoreAPI/Sweeps``.
        ///   - observer: Hears what happens to the store.
        ///   - clock: Measures the time between sweeps.
        ///   - lookout: Measures the time between two looks at what other processes
        ///     have committed.
        public init(
            settings: SQLStoreSettings, migrations: @escaping @Sendable () -> [Migration],
            sweeps: @escaping @Sendable () -> [Sweep] = { [] }, observer: (any SQLStoreObserving)? = nil,
            clock: any Clock<Duration> = ContinuousClock(), lookout: any Clock<Duration> = ContinuousClock()
        ) {
            self.settings = settings
            self.migrations = migrations
            self.sweeps = sweeps
            self.observer = observer
            self.clock = clock
            self.lookout = lookout
        }
    }

    /// What the store offers.
    public struct Exports: Sendable {
        /// The database; it can be used once the plugin is started.
        public let database: any SQLDatabase
        /// What is done with the database as a whole.
        public let maintenance: any SQLMaintaining
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "sql-store",
        summary: LocalizedText(
            en: "Keeps a database in a file of SQLite", es: "Guarda una base de datos en un archivo de SQLite"))

    /// Builds the store; it is opened when it is started.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let database = SQLiteDatabase(
            dependencies.settings, migrations: dependencies.migrations, observer: dependencies.observer)
        let sweeper = Sweeper(
            database: database, sweeps: dependencies.sweeps, clock: dependencies.clock,
            observer: dependencies.observer)
        return Assembly(
            exports: Exports(database: database, maintenance: database),
            services: [Service(database: database, sweeper: sweeper, lookout: dependencies.lookout)])
    }

    private struct Service: PluginService {
        let database: SQLiteDatabase
        let sweeper: Sweeper
        let lookout: any Clock<Duration>

        func rehearse() async -> StartRehearsal {
            StartRehearsal(unchecked: [
                LocalizedText(
                    en: "What is in the database: whether it is sound, whether this version knows its tables, and "
                        + "whether key, pictures and switched-off plugins go with it.",
                    es: "El contenido de la base de datos: si está sana, si esta versión conoce sus tablas y si la "
                        + "clave, las imágenes y los complementos desactivados van con él.")
            ])
        }

        func examine() async -> ServiceExamination { await database.examine() }

        func endExamination() async { await database.closeExamination() }

        func start() async throws { try await database.open() }

        func run() async throws {
            await withDiscardingTaskGroup { group in
                group.addTask { await sweeper.run() }
                group.addTask { await lookOut() }
            }
        }

        /// Four times in a second: what an operator does counts within one.
        private func lookOut() async {
            while !Task.isCancelled {
                // A database that fails tells so to whoever needs it.
                try? await database.hearOthers()
                try? await lookout.sleep(for: .milliseconds(250))
            }
        }

        func stop() async { await database.close() }
    }
}
