public import PluginKit
public import ScreensAPI

/// Collects what other features lead to from the screen of a person's devices.
public enum DeviceLinks: ExtensionPoint {
    /// A way.
    public typealias Value = ScreenLink
}
