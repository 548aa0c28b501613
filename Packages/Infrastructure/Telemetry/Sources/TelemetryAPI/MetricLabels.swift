/// The labels that tell one series of a metric from another.
///
/// ```swift
/// requests.increment(["route": "/feed", "method": "GET", "status": "200"])
/// ```
///
/// A metric's names are fixed when it is registered: a name that is left out
/// counts as empty, one that wasn't registered is not looked at.
public struct MetricLabels: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// The values by name.
    public let values: [String: String]

    /// Creates labels from a literal; the last of equal names counts.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(Dictionary(elements) { _, last in last })
    }

    /// Creates labels.
    public init(_ values: [String: String]) {
        self.values = values
    }
}
