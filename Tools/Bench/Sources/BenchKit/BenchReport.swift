import FoundationEssentials

/// The results of a run as a person or a program reads them.
package enum BenchReport {
    /// The head of the table.
    package static let head = row("", "CPU µs", "p10", "p90", "wall µs", "MB", "ratio")

    /// A case as lines of the table.
    package static func table(_ result: BenchResult) -> String {
        var lines = [result.name]
        for line in result.lines {
            lines.append(
                row(
                    "  " + line.contestant, Figure.text(line.processor.median), Figure.text(line.processor.p10),
                    Figure.text(line.processor.p90), Figure.text(line.elapsed.median), Figure.text(line.memory.median),
                    line.ratio.map { Figure.text($0.median) + " ×" } ?? ""))
        }
        lines += result.verdicts.map { "  \($0.isMet ? "✔ met" : "✘ missed"): \($0.goal)" }
        return lines.joined(separator: "\n")
    }

    /// A case as one line of JSON, with where it was measured.
    package static func json(_ result: some Encodable, on machine: Machine) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(Record(machine: machine, result: result)), as: UTF8.self)
    }

    private struct Record<Result: Encodable>: Encodable {
        let machine: Machine
        let result: Result
    }

    static func row(_ name: String, _ figures: String...) -> String {
        func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
        let columns = figures.map { spaces(11 - $0.count) + $0 }.joined()
        return (name + spaces(44 - name.count) + columns)
    }
}

/// Numbers with three digits that count.
enum Figure {
    static func text(_ value: Double) -> String {
        let digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
        return value.formatted(digits)
    }
}

extension Double {
    fileprivate func formatted(_ digits: Int) -> String {
        let scale = [1.0, 10, 100][digits]
        let whole = Int((self * scale).rounded())
        guard digits > 0 else { return "\(whole)" }
        let fraction = "\(abs(whole) % Int(scale))"
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return "\(whole < 0 ? "-" : "")\(abs(whole) / Int(scale)).\(zeros)\(fraction)"
    }
}
