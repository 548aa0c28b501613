import BenchKit
import Testing

struct LatencyResultTests {
    private let idle = (1...100).map(Double.init)

    private func result(busy factor: Double, memory: Double) -> LatencyResult {
        LatencyResult(
            "reads", idle: idle, busy: idle.map { $0 * factor }, mostRatio: 5, peakMemory: memory, mostMemory: 150)
    }

    @Test func comparesTheSlowestOfAHundred() {
        let result = result(busy: 2, memory: 100)
        #expect(result.idle.p99 == 100 && result.idle.median == 51 && result.idle.count == 100)
        #expect(result.ratio == 2 && result.isMet)
        #expect(result.table.contains("ratio 2.00 ×") && result.table.contains("✔ met"))
    }

    @Test(arguments: [(5.0, 100.0), (2, 150)]) func eitherMissesTheGoal(factor: Double, memory: Double) {
        #expect(!result(busy: factor, memory: memory).isMet)
    }
}
