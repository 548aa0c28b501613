/// Knows all metrics of a program.
///
/// Registering the same metric twice hands back the same one. The number of
/// series of a metric is bounded: when too many label values appear, the
/// surplus is counted in one series whose label values are all `other`, so
/// that hostile input can't exhaust memory.
public protocol MetricsRegistry: Sendable {
    /// Registers a counter; its name should end in `_total`.
    ///
    /// - Throws: ``MetricsError``, each case for what it says.
    func counter(_ name: String, help: String, labels: [String]) throws(MetricsError) -> any Counter

    /// Registers a gauge.
    ///
    /// - Throws: ``MetricsError``, each case for what it says.
    func gauge(_ name: String, help: String, labels: [String]) throws(MetricsError) -> any Gauge

    /// Registers a histogram; its name should end in its unit, `_seconds` or `_bytes`.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - help: What it measures, in one sentence.
    ///   - labels: The names of its labels.
    ///   - buckets: The upper limits of its ranges, growing; the last range,
    ///     without limit, is added.
    /// - Throws: ``MetricsError``, each case for what it says.
    func histogram(
        _ name: String, help: String, labels: [String], buckets: [Double]
    ) throws(MetricsError) -> any Histogram
}

extension MetricsRegistry {
    /// Registers a counter without labels.
    public func counter(_ name: String, help: String) throws(MetricsError) -> any Counter {
        try counter(name, help: help, labels: [])
    }

    /// Registers a gauge without labels.
    public func gauge(_ name: String, help: String) throws(MetricsError) -> any Gauge {
        try gauge(name, help: help, labels: [])
    }

    /// Registers a histogram of seconds, with ranges from 1 ms to 10 s.
    public func histogram(
        _ name: String, help: String, labels: [String] = []
    ) throws(MetricsError) -> any Histogram {
        let buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
        return try histogram(name, help: help, labels: labels, buckets: buckets)
    }
}

/// Why a metric can't be registered: a mistake in the program.
public enum MetricsError: Error, Hashable, Sendable {
    /// The name isn't one of the exposition format.
    case invalidName(String)
    /// A label's name isn't one of the exposition format, is reserved (`le`,
    /// a leading `__`), or stands twice.
    case invalidLabel(String, metric: String)
    /// The limits of a histogram's ranges are none, don't grow, or aren't finite.
    case invalidBuckets(metric: String)
    /// The name belongs to a metric of another kind, help, labels or ranges.
    case conflict(metric: String)
}

extension MetricsError: CustomStringConvertible {
    /// What logs say.
    public var description: String {
        switch self {
        case .invalidName(let name): "no name of a metric: \(name)"
        case .invalidLabel(let label, let metric): "no label of \(metric): \(label)"
        case .invalidBuckets(let metric): "no ranges of \(metric)"
        case .conflict(let metric): "two metrics are called \(metric)"
        }
    }
}
