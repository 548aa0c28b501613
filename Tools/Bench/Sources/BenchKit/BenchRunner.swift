/// Measures the contestants of a case in turns, so that whatever else the
/// machine does befalls all of them.
package struct BenchRunner: Sendable {
    /// How many rounds count.
    private let rounds: Int
    /// How long a round of one contestant should last at least, in
    /// microseconds, so that the clocks' resolution doesn't matter.
    private let roundLength: Double
    private let measure: @Sendable (Contestant, Int) async throws -> Sample

    package init(
        rounds: Int, roundLength: Double = 50_000,
        measure: @escaping @Sendable (Contestant, Int) async throws -> Sample = { contestant, count in
            try await contestant.sampling(count)
        }
    ) {
        self.rounds = rounds
        self.roundLength = roundLength
        self.measure = measure
    }

    /// Measures a case.
    package func run(_ benchCase: BenchCase) async throws -> BenchResult {
        var counts: [Int] = []
        for contestant in benchCase.contestants { counts.append(try await count(for: contestant)) }
        var samples = benchCase.contestants.map { _ in [Sample]() }
        for round in 0..<rounds {
            // There and back: whoever came first comes last the next time.
            let order = benchCase.contestants.indices.map { round.isMultiple(of: 2) ? $0 : counts.count - 1 - $0 }
            for index in order {
                samples[index].append(try await measure(benchCase.contestants[index], counts[index]))
            }
        }
        return BenchResult(benchCase, samples)
    }

    /// How many operations make a round; doing them is the warm-up.
    private func count(for contestant: Contestant) async throws -> Int {
        var count = 1
        while count < 1 << 24 {
            var length = try await measure(contestant, count).elapsed * Double(count)
            // Once may have been long because something else came between.
            if length >= roundLength {
                length = min(length, try await measure(contestant, count).elapsed * Double(count))
            }
            guard length < roundLength else { break }
            count *= length < roundLength / 8 ? 4 : 2
        }
        return count
    }
}
