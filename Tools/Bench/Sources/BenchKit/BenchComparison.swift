import FoundationEssentials

/// What a case takes at one commit and at another, each measured several
/// times.
package struct BenchComparison: Sendable {
    /// A case that both commits have.
    package struct Row: Sendable, Equatable {
        package let name: String
        /// The subject's processor time in microseconds an operation, of each
        /// run its median.
        package let base: Spread
        package let head: Spread

        /// The head's median by the base's.
        package var ratio: Double { head.median / base.median }

        /// In a word.
        ///
        /// Two commits differ where their runs don't overlap: less
        /// than that may be the machine's mood.
        package var verdict: String {
            if head.p90 < base.p10 { return "faster" }
            return head.p10 > base.p90 ? "slower" : "same"
        }
    }

    package let rows: [Row]

    /// Compares what runs wrote with `--json`.
    ///
    /// - Throws: `DecodingError` if a line is not one that a run writes.
    package init(base: [String], head: [String]) throws {
        let (base, head) = (try Self.figures(base), try Self.figures(head))
        rows = base.compactMap { name, figures in
            head.first { $0.name == name }.map {
                Row(name: name, base: Spread(of: figures), head: Spread(of: $0.figures))
            }
        }
    }

    package var table: String {
        let lines = rows.map { row in
            BenchReport.row(
                row.name, Figure.text(row.base.median), Figure.text(row.head.median),
                Figure.text(row.ratio) + " ×", row.verdict)
        }
        return ([BenchReport.row("CPU µs", "base", "head", "ratio", "")] + lines).joined(separator: "\n")
    }

    /// The subject's figures by case, in the order of the lines.
    private static func figures(_ lines: [String]) throws -> [(name: String, figures: [Double])] {
        var found: [(name: String, figures: [Double])] = []
        for line in lines {
            let result = try JSONDecoder().decode(Record.self, from: Data(line.utf8)).result
            guard let figure = result.lines?.first(where: { $0.role == Contestant.Role.subject.rawValue }) else {
                continue
            }
            if let index = found.firstIndex(where: { $0.name == result.name }) {
                found[index].figures.append(figure.processor.median)
            } else {
                found.append((result.name, [figure.processor.median]))
            }
        }
        return found
    }

    /// As much of a line as is compared: older commits wrote less.
    private struct Record: Decodable {
        struct Line: Decodable {
            let role: String
            let processor: Spread
        }

        struct Result: Decodable {
            let name: String
            /// Nil for a figure that is no case.
            let lines: [Line]?
        }

        let result: Result
    }
}
