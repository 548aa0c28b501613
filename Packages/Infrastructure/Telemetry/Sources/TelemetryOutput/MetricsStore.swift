import Locking
package import TelemetryAPI

/// All metrics of the process, in memory.
package final class MetricsStore: MetricsRegistry, MetricsExposing {
    private let limit: Int
    private let families = Locked([String: any MetricFamily]())

    /// - Parameter limit: The number of series that a metric may have.
    package init(limit: Int) {
        self.limit = max(1, limit)
    }

    package func counter(_ name: String, help: String, labels: [String]) throws(MetricsError) -> any Counter {
        let description = MetricDescription(name: name, help: help, labels: labels, kind: .counter)
        return try register(description) { NumberFamily(description, limit: limit) }
    }

    package func gauge(_ name: String, help: String, labels: [String]) throws(MetricsError) -> any Gauge {
        let description = MetricDescription(name: name, help: help, labels: labels, kind: .gauge)
        return try register(description) { NumberFamily(description, limit: limit) }
    }

    package func histogram(
        _ name: String, help: String, labels: [String], buckets: [Double]
    ) throws(MetricsError) -> any Histogram {
        let isGrowing = zip(buckets, buckets.dropFirst()).allSatisfy { $0 < $1 }
        guard !buckets.isEmpty, isGrowing, buckets.allSatisfy(\.isFinite) else {
            throw .invalidBuckets(metric: name)
        }
        let description = MetricDescription(name: name, help: help, labels: labels, kind: .histogram(buckets: buckets))
        return try register(description) { HistogramFamily(description, buckets: buckets, limit: limit) }
    }

    package let contentType = "text/plain; version=0.0.4; charset=utf-8"

    package func text(refreshing sources: [MetricSource]) async -> String {
        for source in sources { await source.refresh() }
        return text()
    }

    package func text() -> String {
        let all = families.withLock { $0.values.sorted { $0.description.name < $1.description.name } }
        return PrometheusText.text(of: all)
    }

    /// The value of a counter or gauge, or the number of values of a histogram.
    package func value(of name: String, _ labels: MetricLabels) -> Double? {
        families.withLock { $0[name] }?.value(labels)
    }

    private func register<Family: MetricFamily>(
        _ description: MetricDescription, make: () -> Family
    ) throws(MetricsError) -> Family {
        try MetricNames.check(description)
        return try families.withLock { families throws(MetricsError) in
            if let known = families[description.name] {
                guard known.description == description, let family = known as? Family else {
                    throw .conflict(metric: description.name)
                }
                return family
            }
            let taken = Set(families.values.flatMap(\.description.sampleNames))
            guard taken.isDisjoint(with: description.sampleNames) else { throw .conflict(metric: description.name) }
            let family = make()
            families[description.name] = family
            return family
        }
    }
}

/// The names that the exposition format allows
/// (prometheus.io/docs/concepts/data_model).
enum MetricNames {
    static func check(_ description: MetricDescription) throws(MetricsError) {
        guard isName(description.name, allowingColons: true) else { throw .invalidName(description.name) }
        for (index, label) in description.labels.enumerated() {
            let isReserved = label == "le" || label.hasPrefix("__") || description.labels[..<index].contains(label)
            guard isName(label, allowingColons: false), !isReserved else {
                throw .invalidLabel(label, metric: description.name)
            }
        }
    }

    private static func isName(_ text: String, allowingColons: Bool) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, UInt8(ascii: "_"): true
            case UInt8(ascii: ":"): allowingColons
            default: false
            }
        }
    }
}
