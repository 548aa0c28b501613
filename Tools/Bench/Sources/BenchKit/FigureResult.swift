/// A figure that is no time of one operation: memory, a percentile, a ratio
/// between two sizes.
package struct FigureResult: BenchFinding {
    package let name: String
    package let value: Spread
    package let unit: String
    /// What the median has to stay below; nil if nothing is asked of it.
    package let most: Double?
    /// Whether it does; nil if nothing is asked of it.
    package let isMet: Bool?
    /// The same of others, measured in the same run.
    package let beside: [Beside]

    /// The figure of somebody else.
    package struct Beside: Codable, Sendable {
        package let name: String
        package let value: Double

        package init(_ name: String, _ value: Double) {
            self.name = name
            self.value = value
        }
    }

    /// - Parameter values: One of each round, at least one.
    package init(_ name: String, _ values: [Double], unit: String, most: Double? = nil, beside: [Beside] = []) {
        self.name = name
        value = Spread(of: values)
        self.unit = unit
        self.most = most
        self.beside = beside
        isMet = most.map { [value] in value.median < $0 }
    }

    package var table: String {
        let spread = value.p10 == value.p90 ? "" : " (\(Figure.text(value.p10)) to \(Figure.text(value.p90)))"
        var lines = ["\(name): \(Figure.text(value.median)) \(unit)\(spread)"]
        lines += beside.map { "  \($0.name): \(Figure.text($0.value)) \(unit)" }
        if let most, let isMet { lines.append("  \(isMet ? "✔ met" : "✘ missed"): under \(Figure.text(most)) \(unit)") }
        return lines.joined(separator: "\n")
    }
}
