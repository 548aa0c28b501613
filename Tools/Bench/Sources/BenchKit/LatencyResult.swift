/// How long requests wait for their answers beside other work, and without it.
///
/// Here the clock counts and not the processor: what is asked is whether
/// somebody has to wait.
package struct LatencyResult: BenchFinding {
    /// Milliseconds until the answer.
    package struct Percentiles: Codable, Sendable, Equatable {
        package let median: Double
        package let p99: Double
        package let count: Int

        /// Those of some requests, of which there is at least one.
        package init(of milliseconds: [Double]) {
            let sorted = milliseconds.sorted()
            func quantile(_ share: Double) -> Double { sorted[Int((share * Double(sorted.count - 1)).rounded(.up))] }
            (median, p99, count) = (quantile(0.5), quantile(0.99), sorted.count)
        }
    }

    package let name: String
    package let idle: Percentiles
    package let busy: Percentiles
    /// The 99th percentile of the busy by that of the idle.
    package let ratio: Double
    /// What the ratio has to stay below.
    package let mostRatio: Double
    /// The most that the program had in memory, in megabytes.
    package let peakMemory: Double
    /// What that has to stay below.
    package let mostMemory: Double
    package let isMet: Bool

    package init(
        _ name: String, idle: [Double], busy: [Double], mostRatio: Double, peakMemory: Double, mostMemory: Double
    ) {
        self.name = name
        self.idle = Percentiles(of: idle)
        self.busy = Percentiles(of: busy)
        self.mostRatio = mostRatio
        self.peakMemory = peakMemory
        self.mostMemory = mostMemory
        ratio = self.busy.p99 / self.idle.p99
        isMet = ratio < mostRatio && peakMemory < mostMemory
    }

    package var table: String {
        func line(_ name: String, _ percentiles: Percentiles) -> String {
            let figures = "median \(Figure.text(percentiles.median)) ms, p99 \(Figure.text(percentiles.p99)) ms"
            return "  \(name): \(figures), \(percentiles.count) requests"
        }
        let goal = "p99 under \(Figure.text(mostRatio)) times the idle one, memory under \(Figure.text(mostMemory)) MB"
        return """
            \(name)
            \(line("idle", idle))
            \(line("busy", busy))
              ratio \(Figure.text(ratio)) ×, memory at most \(Figure.text(peakMemory)) MB
              \(isMet ? "✔ met" : "✘ missed"): \(goal)
            """
    }
}
