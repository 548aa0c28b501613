import ConfigurationAPI
import Localization
public import PluginKit
public import SQLStoreAPI
import SQLStoreCore

/// Keeps a database on a PostgreSQL server, which several programs may share.
///
/// Starting it connects and migrates; while it runs, tables are swept; stopping
/// it completes the accepted writes and closes the connections.
public enum PostgresStorePlugin: Plugin {
    /// What the store needs.
    public struct Dependencies {
        let settings: PostgresSettings
        let migrations: @Sendable () -> [Migration]
        let sweeps: @Sendable () -> [Sweep]
        let observer: (any SQLStoreObserving)?
        let clock: any Clock<Duration>

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - settings: Which database is used.
        ///   - migrations: Asked at start, when all plugins are installed and
        ///     what they contribute to ``SQLStoreAPI/Migrations`` is complete.
        ///   - sweeps: Asked when the store runs, in the same way, for what is
        ///     contributed to ``SQLStoreAPI/Sweeps``.
        ///   - observer: Hears what happens to the store.
        ///   - clock: Measures the time between sweeps, and how long is waited.
        public init(
            settings: PostgresSettings, migrations: @escaping @Sendable () -> [Migration],
            sweeps: @escaping @Sendable () -> [Sweep] = { [] }, observer: (any SQLStoreObserving)? = nil,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.settings = settings
            self.migrations = migrations
            self.sweeps = sweeps
            self.observer = observer
            self.clock = clock
        }
    }

    /// What the store offers.
    public struct Exports: Sendable {
        /// The database; it can be used once the plugin is started.
        public let database: any SQLDatabase
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "postgres-store",
        summary: LocalizedText(
            en: "Keeps a database on a PostgreSQL server", es: "Guarda una base de datos en un servidor PostgreSQL"))

    /// Which database is used.
    public static let declarations = Contributions(DatabaseSection.section, to: ConfigurationSections.self)

    /// Builds the store; it connects when it is started.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let database = PostgresDatabase(
            dependencies.settings, migrations: dependencies.migrations, observer: dependencies.observer,
            clock: dependencies.clock)
        let sweeper = Sweeper(
            database: database, sweeps: dependencies.sweeps, clock: dependencies.clock,
            observer: dependencies.observer)
        return Assembly(
            exports: Exports(database: database), services: [Service(database: database, sweeper: sweeper)])
    }

    private struct Service: PluginService {
        let database: PostgresDatabase
        let sweeper: Sweeper

        /// It asks the database: what a start finds out too late to be mended, and a wrong address most
        /// of all.
        func rehearse() async -> StartRehearsal {
            var found = StartRehearsal(unchecked: [
                LocalizedText(
                    en: "Whether another server uses the database, whether new tables can be made in it, and whether "
                        + "key, pictures and switched-off plugins go with what is in it.",
                    es:
                        "Si otro servidor usa la base de datos, si se pueden crear en ella tablas nuevas y si la clave, "
                        + "las imágenes y los complementos desactivados van con su contenido.")
            ])
            do { try await database.rehearse() } catch { found.problems.append(error) }
            return found
        }

        func start() async throws { try await database.open() }

        func run() async throws { await sweeper.run() }

        func stop() async { await database.close() }
    }
}
