/// The text format in which collectors read metrics, version 0.0.4
/// (prometheus.io/docs/instrumenting/exposition_formats).
enum PrometheusText {
    static func text(of families: [any MetricFamily]) -> String {
        var text = ""
        for family in families {
            let description = family.description
            text += "# HELP \(description.name) \(escaped(description.help, quotes: false))\n"
            text += "# TYPE \(description.name) \(description.kind.name)\n"
            for sample in family.samples() { text += line(sample) }
        }
        return text
    }

    /// A number as Go writes and reads it.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if value == value.rounded(), abs(value) < 1e15 { return String(Int64(value)) }
        return "\(value)"
    }

    private static func line(_ sample: MetricSample) -> String {
        let labels = sample.labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",")
        return sample.name + (labels.isEmpty ? "" : "{\(labels)}") + " " + number(sample.value) + "\n"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
