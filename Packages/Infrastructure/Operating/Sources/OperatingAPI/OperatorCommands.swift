public import ConsoleAPI
public import PluginKit

/// Collects the commands by which operators look after a server; plugins declare
/// them.
///
/// ```swift
/// public static let declarations = Contributions({ FeedCommands(access: $0).all }, to: OperatorCommands.self)
/// ```
///
/// A command works on the server's data, whether a server runs or not, and may
/// be called by whoever may read the server's folder.
public enum OperatorCommands: ExtensionPoint {
    /// Makes the commands of a plugin, of what gives them the server's data.
    public typealias Value = @Sendable (any ServerDataAccess) -> [Command]
}
