package import HTTPServingAPI

/// The proofs that were used and could be used again, by what tells them apart.
///
/// It is a value: no input or output. A proof is remembered until its time
/// alone gets it refused. While less than half of the room is taken, everybody
/// gets what they ask for; of the rest, each key and each client address has a
/// share, so that nobody keeps all others out.
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

    /// Who used a proof.
    package struct Holder: Hashable, Sendable {
        /// The name of the key.
        package let key: String
        /// The client's address; of IPv6 its network of 64 bits.
        package let network: IPNetwork

        package init(key: String, network: IPNetwork) {
            self.key = key
            self.network = network
        }
    }

    /// What became of a proof.
    package enum Claim: Sendable {
        case accepted, replayed, full
    }

    /// The proofs that end in one span, and how many of them are whose.
    private struct Bucket: Sendable {
        var ends: [Mark: Int64] = [:]
        var keys: [String: Int] = [:]
        var networks: [IPNetwork: Int] = [:]
    }

    /// The length of a bucket, in seconds.
    private static let span: Int64 = 30

    private let capacity: Int
    /// By the number of the span in which they end; there are few of them.
    private var buckets: [Int64: Bucket] = [:]
    package private(set) var count = 0

    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// Those that are remembered.
    package var entries: [Entry] {
        buckets.values.flatMap { bucket in bucket.ends.map { Entry(mark: $0.key, end: $0.value) } }
    }

    /// Whether a proof was used.
    package func contains(_ mark: Mark) -> Bool {
        buckets.values.contains { $0.ends[mark] != nil }
    }

    /// Notes that a proof is used, unless it was before or too many are
    /// remembered: forgetting one early would let it be used again.
    ///
    /// - Parameter holder: Who used it; nil for what an earlier run remembered.
    package mutating func claim(_ entry: Entry, by holder: Holder?, at now: Int64) -> Claim {
        forget(endedBefore: now)
        guard !contains(entry.mark) else { return .replayed }
        guard count < capacity, holder.map(hasRoom) ?? true else { return .full }
        let number = entry.end / Self.span
        buckets[number, default: Bucket()].ends[entry.mark] = entry.end
        if let holder {
            buckets[number]?.keys[holder.key, default: 0] += 1
            buckets[number]?.networks[holder.network, default: 0] += 1
        }
        count += 1
        return .accepted
    }

    private func hasRoom(_ holder: Holder) -> Bool {
        guard count >= capacity / 2 else { return true }
        return buckets.values.reduce(0) { $0 + $1.keys[holder.key, default: 0] } < max(capacity / 250, 1)
            && buckets.values.reduce(0) { $0 + $1.networks[holder.network, default: 0] } < max(capacity / 25, 1)
    }

    private mutating func forget(endedBefore now: Int64) {
        for (number, bucket) in buckets where (number + 1) * Self.span < now {
            buckets[number] = nil
            count -= bucket.ends.count
        }
    }
}
