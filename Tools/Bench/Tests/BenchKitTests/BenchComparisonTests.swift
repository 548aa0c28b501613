import BenchKit
import Testing

struct BenchComparisonTests {
    @Test(arguments: [([10.0, 11, 12], "same", 1.1), ([13, 14, 15], "slower", 1.4), ([5, 6, 7], "faster", 0.6)])
    func twoCommitsDifferWhereTheirRunsDont(overlap head: [Double], _ verdict: String, _ ratio: Double) async throws {
        let comparison = try BenchComparison(base: await lines([9, 10, 11]), head: await lines(head))
        #expect(comparison.rows.map(\.verdict) == [verdict])
        #expect(comparison.rows.map(\.ratio) == [ratio])
        #expect(comparison.table.contains(verdict))
    }

    @Test func whatOnlyOneOfThemMeasuresIsLeftOut() async throws {
        let figure = try BenchReport.json(FigureResult("memory", [25], unit: "MB"), on: Machine(commit: nil))
        let base = try await lines([1]) + [figure], head = try await lines([1], name: "join") + [figure]
        #expect(try BenchComparison(base: base, head: head).rows.isEmpty)
    }

    /// What runs write whose subject needs so many microseconds.
    private func lines(_ figures: [Double], name: String = "sort") async throws -> [String] {
        var lines: [String] = []
        for figure in figures {
            let runner = BenchRunner(rounds: 1, roundLength: 1) { contestant, _ in
                Sample(elapsed: 9, processor: contestant.role == .subject ? figure : 2)
            }
            let contestants = [Contestant("C", .limit) { _ in }, Contestant("Essential", .subject) { _ in }]
            lines.append(
                try BenchReport.json(try await runner.run(BenchCase(name, contestants)), on: Machine(commit: nil)))
        }
        return lines
    }
}
