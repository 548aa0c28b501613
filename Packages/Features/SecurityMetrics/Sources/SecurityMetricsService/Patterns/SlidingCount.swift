/// Counts what is different among the latest things of a while.
///
/// Each takes constant time in the long run; of more than ``capacity`` the oldest are forgotten.
struct SlidingCount: Sendable {
    /// How many things are remembered.
    static let capacity = 4_096

    /// Something that was counted.
    struct Entry: Sendable {
        let time: Double
        /// What stands for the account, or for an address without one.
        let target: Int?
        /// What stands for the network.
        let network: Int?
        /// What is told apart.
        let item: Int?
    }

    private var all: [Entry] = []
    /// Where the oldest stands that counts still.
    private var start = 0
    private var occurrences: [Int: Int] = [:]

    /// Those that count, the oldest first.
    var entries: ArraySlice<Entry> { all[start...] }

    /// How many take memory, those included that don't count any more.
    var stored: Int { all.count }

    /// How many there are, however often each.
    var distinct: Int { occurrences.count }

    /// Whether those that count come from so many networks at least.
    func comesFrom(networks least: Int) -> Bool {
        var networks: Set<Int> = []
        return entries.reversed().contains { entry in
            if let network = entry.network { networks.insert(network) }
            return networks.count >= least
        }
    }

    /// Adds one.
    mutating func insert(_ entry: Entry) {
        all.append(entry)
        if let item = entry.item { occurrences[item, default: 0] += 1 }
        if entries.count > Self.capacity { removeOldest() }
    }

    /// Forgets those of before.
    mutating func forget(before time: Double) {
        while start < all.count, all[start].time < time { removeOldest() }
    }

    private mutating func removeOldest() {
        if let item = all[start].item, let count = occurrences[item] {
            occurrences[item] = count > 1 ? count - 1 : nil
        }
        start += 1
        // Moved seldom, so that it costs each one step.
        if start > 32, start * 2 > all.count {
            all.removeFirst(start)
            start = 0
        }
    }
}
