/// The labels that tell one series of a metric from another.
///
/// ```swift
/// requests.increment(["route": "/feed", "method": "GET", "status": "200"])
/// ```
///
/// A metric's names are fixed when it is registered: a name that is left out
/// counts as empty, one that wasn't registered is not looked at.
public struct MetricLabels: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    // There are few, so a list is faster than a dictionary.
    private let pairs: [Pair]

    private struct Pair: Sendable {
        let name: String
        let value: String
    }

    /// Creates labels from a literal; the last of equal names counts.
    public init(dictionaryLiteral elements: (String, String)...) {
        pairs = elements.map { Pair(name: $0.0, value: $0.1) }
    }

    /// Creates labels.
    public init(_ values: [String: String]) {
        pairs = values.map { Pair(name: $0.key, value: $0.value) }
    }

    /// The value under a name.
    public subscript(name: String) -> String? {
        pairs.last { $0.name == name }?.value
    }

    /// The values by name.
    public var values: [String: String] {
        Dictionary(pairs.map { ($0.name, $0.value) }) { _, last in last }
    }

    /// Labels are equal when the same values stand under the same names.
    public static func == (left: MetricLabels, right: MetricLabels) -> Bool {
        left.values == right.values
    }

    /// Hashes names and values, in whatever order they stand.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(values)
    }
}
