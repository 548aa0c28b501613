public import TelemetryAPI
import TelemetryOutput

/// Metrics that a test reads back; the same code that a program runs.
public final class InMemoryMetrics: MetricsRegistry, MetricsExposing {
    private let store: MetricsStore

    /// Creates metrics.
    public init(maximumSeries: Int = 1_000) {
        store = MetricsStore(limit: maximumSeries)
    }

    /// The value of a counter or gauge, or the number of a histogram's values;
    /// nil if nothing has been recorded with these labels.
    public func value(of name: String, _ labels: MetricLabels = [:]) -> Double? {
        store.value(of: name, labels)
    }

    /// The metrics as a collector sees them.
    public var text: String { store.text() }

    /// Registers a counter.
    public func counter(_ name: String, help: String, labels: [String]) throws(MetricsError) -> any Counter {
        try store.counter(name, help: help, labels: labels)
    }

    /// Registers a gauge.
    public func gauge(_ name: String, help: String, labels: [String]) throws(MetricsError) -> any Gauge {
        try store.gauge(name, help: help, labels: labels)
    }

    /// Registers a histogram.
    public func histogram(
        _ name: String, help: String, labels: [String], buckets: [Double]
    ) throws(MetricsError) -> any Histogram {
        try store.histogram(name, help: help, labels: labels, buckets: buckets)
    }

    /// The media type of the text.
    public var contentType: String { store.contentType }

    /// Refreshes the sources and shows all metrics.
    public func text(refreshing sources: [MetricSource]) async -> String {
        await store.text(refreshing: sources)
    }
}
