public import PluginKit

/// The place to which features contribute the migrations of their tables; they
/// are applied in the order in which the plugins were installed.
public enum Migrations: ExtensionPoint {
    /// What features contribute.
    public typealias Value = Migration
}
