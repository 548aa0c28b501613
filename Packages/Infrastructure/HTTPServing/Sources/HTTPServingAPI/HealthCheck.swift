public import Localization
public import PluginKit

/// Tells whether a part of the server can do its work.
public struct HealthCheck: Sendable {
    /// What a check finds.
    public enum Result: Hashable, Sendable {
        /// The part can do its work.
        case healthy
        /// The part can do its work, and somebody has to look after it; the reason
        /// is shown to whoever asks.
        case impaired(LocalizedText)
        /// The part can't; the reason is shown to whoever asks.
        case failing(LocalizedText)
    }

    /// The part, such as `database`.
    public let name: String
    /// Looks after the part; it should answer within two seconds.
    public let check: @Sendable () async -> Result

    /// Creates a check.
    public init(_ name: String, check: @escaping @Sendable () async -> Result) {
        self.name = name
        self.check = check
    }
}

/// Collects the health checks of all plugins.
public enum HealthChecks: ExtensionPoint {
    /// A check.
    public typealias Value = HealthCheck
}
