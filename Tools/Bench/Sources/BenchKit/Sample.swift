import Glibc

/// What one round took, per operation, in microseconds.
package struct Sample: Sendable, Equatable {
    /// By the clock on the wall.
    package let elapsed: Double
    /// By the processor, in all threads.
    package let processor: Double

    /// The most memory that the round took, in megabytes, above what was there
    /// when it began; of another process, all that it has.
    package let memory: Double

    package init(elapsed: Double, processor: Double, memory: Double = 0) {
        self.elapsed = elapsed
        self.processor = processor
        self.memory = memory
    }

    /// Measures some operations.
    package static func measuring(_ count: Int, _ work: (Int) async throws -> Void) async throws -> Sample {
        let memory = ProcessMemory()
        memory?.forgetPeak()
        let resident = memory?.resident ?? 0
        let (start, startProcessor) = (microseconds(CLOCK_MONOTONIC), microseconds(CLOCK_PROCESS_CPUTIME_ID))
        try await work(count)
        let (end, endProcessor) = (microseconds(CLOCK_MONOTONIC), microseconds(CLOCK_PROCESS_CPUTIME_ID))
        return Sample(
            elapsed: (end - start) / Double(count), processor: (endProcessor - startProcessor) / Double(count),
            memory: (memory?.peak ?? resident) - resident)
    }

    private static func microseconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

/// The spread of a figure over the rounds.
package struct Spread: Codable, Sendable, Equatable {
    package let p10: Double
    package let median: Double
    package let p90: Double

    /// The spread of some figures, of which there is at least one; those
    /// between two are interpolated.
    package init(of values: [Double]) {
        let sorted = values.sorted()
        func quantile(_ share: Double) -> Double {
            let place = share * Double(sorted.count - 1)
            let (low, high) = (Int(place.rounded(.down)), Int(place.rounded(.up)))
            return sorted[low] + (sorted[high] - sorted[low]) * (place - Double(low))
        }
        (p10, median, p90) = (quantile(0.1), quantile(0.5), quantile(0.9))
    }
}
