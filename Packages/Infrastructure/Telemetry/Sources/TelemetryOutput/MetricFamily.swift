import Locking
import TelemetryAPI

/// What is the same for all series of a metric.
struct MetricDescription: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        case counter
        case gauge
        case histogram(buckets: [Double])

        var name: String {
            switch self {
            case .counter: "counter"
            case .gauge: "gauge"
            case .histogram: "histogram"
            }
        }
    }

    let name: String
    let help: String
    let labels: [String]
    let kind: Kind

    /// The names that its samples have in the exposition.
    var sampleNames: [String] {
        switch kind {
        case .counter, .gauge: [name]
        case .histogram: [name, name + "_bucket", name + "_sum", name + "_count"]
        }
    }
}

/// A metric with all its series.
protocol MetricFamily: AnyObject, Sendable {
    var description: MetricDescription { get }
    func samples() -> [MetricSample]
    func value(_ labels: MetricLabels) -> Double?
}

/// One line of the exposition.
struct MetricSample: Sendable {
    let name: String
    let labels: [(name: String, value: String)]
    let value: Double
}

/// Counters and gauges: one number a series.
final class NumberFamily: MetricFamily, Counter, Gauge {
    let description: MetricDescription
    private let table: Locked<SeriesTable<Double>>

    init(_ description: MetricDescription, limit: Int) {
        self.description = description
        table = Locked(SeriesTable(names: description.labels, limit: limit, initial: 0))
    }

    func increment(by amount: Double, _ labels: MetricLabels) {
        guard amount > 0, amount.isFinite else { return }
        table.withLock { $0.update(labels) { $0 += amount } }
    }

    func set(_ value: Double, _ labels: MetricLabels) {
        table.withLock { $0.update(labels) { $0 = value } }
    }

    func add(_ amount: Double, _ labels: MetricLabels) {
        table.withLock { $0.update(labels) { $0 += amount } }
    }

    func samples() -> [MetricSample] {
        table.current.sorted.map { series in
            MetricSample(
                name: description.name, labels: Array(zip(description.labels, series.labels)), value: series.value)
        }
    }

    func value(_ labels: MetricLabels) -> Double? {
        table.current.value(labels)
    }
}

/// Histograms: counts by range, and their sum.
final class HistogramFamily: MetricFamily, Histogram {
    private struct Series: Sendable {
        /// How many values fell into each range, the one without limit last.
        var counts: [Int]
        var sum = 0.0
    }

    let description: MetricDescription
    private let buckets: [Double]
    private let table: Locked<SeriesTable<Series>>

    init(_ description: MetricDescription, buckets: [Double], limit: Int) {
        self.description = description
        self.buckets = buckets
        let empty = Series(counts: Array(repeating: 0, count: buckets.count + 1))
        table = Locked(SeriesTable(names: description.labels, limit: limit, initial: empty))
    }

    func observe(_ values: [Double], _ labels: MetricLabels) {
        guard values.contains(where: { !$0.isNaN }) else { return }
        table.withLock { table in
            table.update(labels) { series in
                for value in values where !value.isNaN {
                    series.counts[buckets.firstIndex { value <= $0 } ?? buckets.count] += 1
                    series.sum += value
                }
            }
        }
    }

    func samples() -> [MetricSample] {
        table.current.sorted.flatMap { labels, series in
            let pairs = Array(zip(description.labels, labels)).map { (name: $0.0, value: $0.1) }
            var total = 0
            var samples: [MetricSample] = []
            for (count, limit) in zip(series.counts, buckets + [.infinity]) {
                total += count
                samples.append(
                    MetricSample(
                        name: description.name + "_bucket",
                        labels: pairs + [(name: "le", value: PrometheusText.number(limit))], value: Double(total)))
            }
            samples.append(MetricSample(name: description.name + "_sum", labels: pairs, value: series.sum))
            samples.append(MetricSample(name: description.name + "_count", labels: pairs, value: Double(total)))
            return samples
        }
    }

    func value(_ labels: MetricLabels) -> Double? {
        table.current.value(labels).map { Double($0.counts.reduce(0, +)) }
    }
}
