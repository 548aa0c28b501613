public import PluginKit

/// Collects what people can do at a server: the plugin that offers a way
/// contributes its step, and texts of others, such as letters, name no way that
/// isn't there.
///
/// What a server asks people to do it can ask only where they can: without
/// ``NextStep/verify`` nobody has to prove an address.
public enum OfferedSteps: ExtensionPoint {
    /// What people can do.
    public typealias Value = NextStep
}
