/// The proofs that were used and could be used again, by what tells them apart.
///
/// It is a value: no input or output. A proof is remembered until its time
/// alone gets it refused.
package struct ProofMemory: Sendable {
    /// What tells a proof from all others: a digest of its key and its `jti`.
    package typealias Mark = SIMD2<UInt64>

    /// A proof that was used.
    package struct Entry: Hashable, Sendable {
        package let mark: Mark
        /// Until when it has to be remembered, in seconds since 1970.
        package let end: Int64

        package init(mark: Mark, end: Int64) {
            self.mark = mark
            self.end = end
        }
    }

    /// What became of a proof.
    package enum Claim: Sendable {
        case accepted, replayed, full
    }

    /// The length of a bucket, in seconds.
    private static let span: Int64 = 30

    private let capacity: Int
    /// By the number of the span in which they end; there are few of them.
    private var buckets: [Int64: [Mark: Int64]] = [:]
    package private(set) var count = 0

    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// Those that are remembered.
    package var entries: [Entry] {
        buckets.values.flatMap { bucket in bucket.map { Entry(mark: $0.key, end: $0.value) } }
    }

    /// Notes that a proof is used, unless it was before or too many are
    /// remembered: forgetting one early would let it be used again.
    package mutating func claim(_ entry: Entry, at now: Int64) -> Claim {
        forget(endedBefore: now)
        guard !buckets.values.contains(where: { $0[entry.mark] != nil }) else { return .replayed }
        guard count < capacity else { return .full }
        buckets[entry.end / Self.span, default: [:]][entry.mark] = entry.end
        count += 1
        return .accepted
    }

    private mutating func forget(endedBefore now: Int64) {
        for (number, bucket) in buckets where (number + 1) * Self.span < now {
            buckets[number] = nil
            count -= bucket.count
        }
    }
}
