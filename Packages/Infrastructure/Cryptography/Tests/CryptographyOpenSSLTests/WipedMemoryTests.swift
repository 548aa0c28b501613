import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// Memory that is given back, by whomever.
@Suite(.disabled(if: Sanitizer.isPresent, "sanitizers have allocators of their own"))
struct WipedMemoryTests {
    private static let pattern = (0..<256).map { UInt8($0 ^ 0x5A) }

    /// Whether anything is left at an address.
    ///
    /// The allocator itself writes into the first 16 bytes of what is free.
    private func remains(at address: UInt) -> Bool {
        MemoryMap.read(Self.pattern.count, at: address)?.dropFirst(16).contains { $0 != 0 } ?? false
    }

    /// Whether it holds in one of some tries: what is given back may go to
    /// another thread, which writes into it before it is looked at.
    private func holdsOnce(_ look: () throws -> Bool) rethrows -> Bool {
        for _ in 0..<20 where try look() { return true }
        return false
    }

    private func block() throws -> UnsafeMutableRawPointer {
        let block = try #require(malloc(Self.pattern.count))
        block.copyMemory(from: Self.pattern, byteCount: Self.pattern.count)
        return block
    }

    @Test(.requirement("MEM-01", "MEM-04", "MEM-05")) func isWiped() throws {
        let isWiped = try holdsOnce {
            let block = try block()
            let address = UInt(bitPattern: block)
            #expect(remains(at: address))
            free(block)
            return !remains(at: address)
        }
        #expect(isWiped)
    }

    @Test(.requirement("MEM-01", "MEM-05")) func isWipedWhereABlockGrewOutOf() throws {
        let isWiped = try holdsOnce {
            let block = try block()
            let address = UInt(bitPattern: block)
            let larger = try #require(realloc(block, 1 << 20))
            defer { free(larger) }
            #expect(memcmp(larger, Self.pattern, Self.pattern.count) == 0)
            return UInt(bitPattern: larger) != address && !remains(at: address)
        }
        #expect(isWiped)
    }

    @Test func isWipedWhereABlockBecameSmaller() throws {
        let isWiped = try holdsOnce {
            let block = try block()
            let address = UInt(bitPattern: block)
            let smaller = try #require(realloc(block, 200))
            #expect(UInt(bitPattern: smaller) == address)
            #expect(MemoryMap.read(256, at: address)?.suffix(56).contains { $0 != 0 } == false)
            let smallest = try #require(realloc(smaller, 16))
            defer { free(smallest) }
            #expect(memcmp(smallest, Self.pattern, 16) == 0)
            return UInt(bitPattern: smallest) != address && !remains(at: address)
        }
        #expect(isWiped)
    }

    @Test func behavesLikeTheLibrarys() throws {
        free(nil)
        let block = try #require(realloc(nil, 10))
        #expect(realloc(block, 0) == nil)
        // Too much for any machine: what there was stays.
        let kept = try self.block()
        defer { free(kept) }
        #expect(realloc(kept, Int.max / 2) == nil)
        #expect(memcmp(kept, Self.pattern, Self.pattern.count) == 0)
    }

    @Test(.requirement("MEM-01")) func textsOfTheRuntimeAreWipedToo() throws {
        let isWiped = try holdsOnce {
            var text: String? = String(repeating: "unmistakable ", count: 20)
            let address = try #require(
                text?.utf8.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) })
            text = nil
            return !remains(at: address)
        }
        #expect(isWiped)
    }
}
