import TelemetryAPI

/// Metrics that nobody reads.
struct SilentMetrics: MetricsRegistry {
    func counter(_ name: String, help: String, labels: [String]) throws(MetricsError) -> any Counter { Silent() }

    func gauge(_ name: String, help: String, labels: [String]) throws(MetricsError) -> any Gauge { Silent() }

    func histogram(
        _ name: String, help: String, labels: [String], buckets: [Double]
    ) throws(MetricsError) -> any Histogram {
        Silent()
    }

    private struct Silent: Counter, Gauge, Histogram {
        func increment(by amount: Double, _ labels: MetricLabels) {}
        func set(_ value: Double, _ labels: MetricLabels) {}
        func add(_ amount: Double, _ labels: MetricLabels) {}
        func observe(_ values: [Double], _ labels: MetricLabels) {}
    }
}
