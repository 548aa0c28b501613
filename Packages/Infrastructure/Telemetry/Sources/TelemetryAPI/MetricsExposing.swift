public import PluginKit

/// Shows all metrics as text, for a collector.
public protocol MetricsExposing: Sendable {
    /// The media type of the text.
    var contentType: String { get }

    /// Asks the sources for fresh values, and shows all metrics in a stable order.
    func text(refreshing sources: [MetricSource]) async -> String
}

/// Brings gauges up to date that are costly to keep so all the time, such as a
/// count of rows; called when somebody looks.
public struct MetricSource: Sendable {
    /// Sets the gauges.
    ///
    /// It should take milliseconds, and leaves old values when it fails.
    public let refresh: @Sendable () async -> Void

    /// Creates a source.
    public init(refresh: @escaping @Sendable () async -> Void) {
        self.refresh = refresh
    }
}

/// Collects what brings gauges up to date.
public enum MetricSources: ExtensionPoint {
    /// What plugins contribute.
    public typealias Value = MetricSource
}
