public import PluginKit

/// Collects the commands of a program.
///
/// The path of each command must be unique; the program refuses to run with two
/// commands of one path.
public enum Commands: ExtensionPoint {
    /// What plugins contribute.
    public typealias Value = Command
}
