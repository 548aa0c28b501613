public import PluginKit

/// The place to which features contribute the migrations of their tables; they
/// are applied in the order in which the plugins were installed.
public enum Migrations: ExtensionPoint {
    /// What features contribute.
    public typealias Value = Migration
}

extension Contributions {
    /// These, and the tables of a plugin: as declarations, so that a program knows its
    /// tables also where configuration leaves the plugin out.
    public func and(migrations: [Migration]) -> Contributions {
        var all = self
        for migration in migrations { all.add(migration, to: Migrations.self) }
        return all
    }
}
