public import Localization

extension Duration: ConfigurationValue {
    private static let units: [(name: String, milliseconds: Int)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    /// Reads a whole number with a unit: `ms`, `s`, `m`, `h` or `d`.
    public init?(_ element: ConfigurationElement) {
        guard let text = element.anyText, let (count, unit) = text.countAndUnit,
            let milliseconds = Self.units.first(where: { $0.name == unit })?.milliseconds
        else { return nil }
        let (total, overflow) = count.multipliedReportingOverflow(by: milliseconds)
        guard !overflow else { return nil }
        self = .milliseconds(total)
    }

    /// The duration in the largest unit that divides it; a single day is `24h`.
    public var configurationText: String {
        let milliseconds = Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
        guard milliseconds != 0 else { return "0s" }
        let unit = Self.units.first { unit in
            milliseconds.isMultiple(of: unit.milliseconds) && (unit.name != "d" || milliseconds > unit.milliseconds)
        }
        return unit.map { "\(milliseconds / $0.milliseconds)\($0.name)" } ?? "\(milliseconds)ms"
    }

    /// A duration.
    public static var allowedText: LocalizedText {
        LocalizedText(
            en: "a duration such as 300s, 5m, 24h or 7d", es: "una duración como 300s, 5m, 24h o 7d")
    }
}

extension String {
    /// The number at the start and what follows it; nil if there is none.
    var countAndUnit: (count: Int, unit: String)? {
        let digits = prefix { $0.isASCII && $0.isNumber }
        guard let count = Int(digits) else { return nil }
        return (count, String(dropFirst(digits.count)))
    }
}
