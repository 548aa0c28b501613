package import CryptographyAPI
import Glibc
import Locking

/// Hands out locked memory in small pieces.
///
/// Only whole pages can be locked, and a user may lock few of them (8 MiB as a
/// rule): a page for each key of 32 bytes would be gone after 2000 keys. Keys
/// therefore share regions of 16 KiB, cut in units of 32 bytes; whatever is
/// larger than a quarter of that gets a region of its own.
package final class LockedArena: Sendable {
    /// A piece of memory that belongs to one owner.
    struct Block: Sendable {
        let region: LockedRegion
        /// The units taken, or nil if the region belongs to this block alone.
        let units: Range<Int>?
        let byteCount: Int
    }

    private struct Pool {
        let region: LockedRegion
        private(set) var isTaken: [Bool]
        private(set) var freeCount: Int
        var isEmpty: Bool { freeCount == isTaken.count }

        init(region: LockedRegion) {
            self.region = region
            freeCount = region.byteCount / LockedArena.unitByteCount
            isTaken = Array(repeating: false, count: freeCount)
        }

        mutating func take(_ units: Range<Int>) {
            for unit in units { isTaken[unit] = true }
            freeCount -= units.count
        }

        mutating func free(_ units: Range<Int>) {
            for unit in units { isTaken[unit] = false }
            freeCount += units.count
        }

        /// The first run of `count` free units.
        func gap(of count: Int) -> Range<Int>? {
            guard count <= freeCount else { return nil }
            var start = 0
            for (index, taken) in isTaken.enumerated() {
                if taken {
                    start = index + 1
                } else if index + 1 - start == count {
                    return start..<index + 1
                }
            }
            return nil
        }
    }

    private struct State {
        var pools: [Pool] = []
        var lockedByteCount = 0
        var unlockedByteCount = 0
        var lockErrorNumber: Int32?
        var blockCount = 0
    }

    private static let unitByteCount = 32
    private static let poolByteCount = 16 << 10

    private let refusal: Int32?
    private let state = Locked(State())

    /// Creates an arena without any memory yet.
    ///
    /// - Parameter refusal: The `errno` with which each lock is refused, as the
    ///   kernel would beyond `RLIMIT_MEMLOCK`; nil asks the kernel.
    package init(refusingLocksWith refusal: Int32? = nil) {
        self.refusal = refusal
    }

    /// What is in use and how well it is protected.
    package func report() -> SecretMemoryReport {
        state.withLock { state in
            SecretMemoryReport(
                lockedByteCount: state.lockedByteCount, unlockedByteCount: state.unlockedByteCount,
                lockErrorNumber: state.lockErrorNumber, keyCount: state.blockCount)
        }
    }

    /// Returns zeroed memory that nobody else uses until it is released.
    func allocate(_ byteCount: Int) throws(CryptographyError) -> Block {
        try state.withLock { state throws(CryptographyError) in
            let block = try place(byteCount, in: &state)
            state.blockCount += 1
            return block
        }
    }

    /// Wipes the memory and takes it back.
    func release(_ block: Block) {
        unsafe explicit_bzero(address(of: block), block.byteCount)
        state.withLock { state in
            state.blockCount -= 1
            guard let units = block.units else { return Self.forget(block.region, in: &state) }
            guard let index = state.pools.firstIndex(where: { $0.region === block.region }) else { return }
            state.pools[index].free(units)
            // One empty pool stays, so that a lone key doesn't map and unmap.
            if state.pools[index].isEmpty, state.pools.contains(where: { $0.region !== block.region && $0.isEmpty }) {
                Self.forget(state.pools.remove(at: index).region, in: &state)
            }
        }
    }

    /// The first byte of a block.
    func address(of block: Block) -> UnsafeMutableRawPointer {
        unsafe block.region.base + (block.units?.lowerBound ?? 0) * Self.unitByteCount
    }

    private func place(_ byteCount: Int, in state: inout State) throws(CryptographyError) -> Block {
        guard byteCount <= Self.poolByteCount / 4 else {
            return Block(region: try map(byteCount, in: &state), units: nil, byteCount: byteCount)
        }
        let unitCount = (byteCount + Self.unitByteCount - 1) / Self.unitByteCount
        for index in state.pools.indices {
            guard let units = state.pools[index].gap(of: unitCount) else { continue }
            return take(units, at: index, for: byteCount, in: &state)
        }
        let region = try map(Self.poolByteCount, in: &state)
        state.pools.append(Pool(region: region))
        return take(0..<unitCount, at: state.pools.count - 1, for: byteCount, in: &state)
    }

    private func take(_ units: Range<Int>, at index: Int, for byteCount: Int, in state: inout State) -> Block {
        state.pools[index].take(units)
        return Block(region: state.pools[index].region, units: units, byteCount: byteCount)
    }

    private func map(_ byteCount: Int, in state: inout State) throws(CryptographyError) -> LockedRegion {
        let region = try LockedRegion(minimumByteCount: byteCount, refusal: refusal)
        if let number = region.lockErrorNumber {
            state.unlockedByteCount += region.byteCount
            state.lockErrorNumber = number
        } else {
            state.lockedByteCount += region.byteCount
        }
        return region
    }

    private static func forget(_ region: LockedRegion, in state: inout State) {
        if region.lockErrorNumber == nil {
            state.lockedByteCount -= region.byteCount
        } else {
            state.unlockedByteCount -= region.byteCount
        }
    }
}
