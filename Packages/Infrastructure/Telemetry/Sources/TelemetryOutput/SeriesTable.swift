import TelemetryAPI

/// The series of a metric by their label values, bounded in number.
struct SeriesTable<Value: Sendable>: Sendable {
    private static var other: String { "other" }
    private static var longestValue: Int { 256 }

    private let names: [String]
    private let limit: Int
    private let initial: Value
    /// Where the values of a series stand in `values`.
    private var places: [[String]: Int] = [:]
    private var values: [Value] = []

    /// - Parameter limit: The number of series; the one for the surplus comes on top.
    init(names: [String], limit: Int, initial: Value) {
        self.names = names
        self.limit = limit
        self.initial = initial
        // A metric without labels has its one series from the start.
        if names.isEmpty { _ = place(of: []) }
    }

    mutating func update(_ labels: MetricLabels, _ change: (inout Value) -> Void) {
        change(&values[place(of: key(labels))])
    }

    /// The series in a stable order.
    var sorted: [(labels: [String], value: Value)] {
        places.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key, values[$0.value]) }
    }

    func value(_ labels: MetricLabels) -> Value? {
        places[names.map { labels[$0] ?? "" }].map { values[$0] }
    }

    private func key(_ labels: MetricLabels) -> [String] {
        names.map { name in
            let value = labels[name] ?? ""
            return value.utf8.count > Self.longestValue ? Self.other : value
        }
    }

    private mutating func place(of key: [String]) -> Int {
        if let place = places[key] { return place }
        let key = values.count < limit ? key : names.map { _ in Self.other }
        if let place = places[key] { return place }
        places[key] = values.count
        values.append(initial)
        return values.count - 1
    }
}
