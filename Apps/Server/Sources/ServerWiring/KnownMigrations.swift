import ConfigurationAPI
import SQLStoreAPI

/// The migrations of which a server knows whose tables they made: those of all its plugins, whether
/// or not they are switched on, and of those that somebody took out of the program and said so.
///
/// What isn't among them a newer program made. An older one could know less of people than they rely on: that
/// somebody is suspended, for one.
struct KnownMigrations: Sendable {
    private let declared: @Sendable () -> [Migration]
    private let removed: Set<String>

    /// - Parameter declared: The migrations that the program's plugins declare.
    init(declared: @escaping @Sendable () -> [Migration], _ configuration: Configuration) {
        self.declared = declared
        removed = Set(configuration[ServerSettings.removedTables])
    }

    func contain(_ id: String) -> Bool {
        removed.contains(Migration.owner(of: id)) || declared().contains { $0.id == id }
    }
}
