import TelemetryAPI

/// The series of a metric by their label values, bounded in number.
struct SeriesTable<Value: Sendable>: Sendable {
    private static var other: String { "other" }
    private static var longestValue: Int { 256 }

    private let names: [String]
    private let limit: Int
    private let initial: Value
    private var values: [[String]: Value] = [:]

    /// - Parameter limit: The number of series; the one for the surplus comes on top.
    init(names: [String], limit: Int, initial: Value) {
        self.names = names
        self.limit = limit
        self.initial = initial
        // A metric without labels has its one series from the start.
        if names.isEmpty { values[[]] = initial }
    }

    mutating func update(_ labels: MetricLabels, _ change: (inout Value) -> Void) {
        let (key, initial) = (key(labels), initial)
        change(&values[key, default: initial])
    }

    /// The series in a stable order.
    var sorted: [(labels: [String], value: Value)] {
        values.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key, $0.value) }
    }

    func value(_ labels: MetricLabels) -> Value? {
        values[names.map { labels.values[$0] ?? "" }]
    }

    private func key(_ labels: MetricLabels) -> [String] {
        let key = names.map { name in
            let value = labels.values[name] ?? ""
            return value.utf8.count > Self.longestValue ? Self.other : value
        }
        return values[key] != nil || values.count < limit ? key : names.map { _ in Self.other }
    }
}
