import CoreModels
import CryptographyAPI
import CryptographyOpenSSL
import CryptographyTesting
import FoundationEssentials
import Glibc
import KernelTesting
import Testing

struct LockedMemoryTests {
    private static let pattern = (0..<64).map { UInt8($0 ^ 0xA5) }

    @Test(.requirement("MEM-06"), .enabled(if: MemoryMap.allowsLocking)) func isLockedAndKeptOutOfDumpsAndChildren()
        throws
    {
        let cryptography = try Cryptography.real()
        for count in [1, 32, 5000, 100_000] {
            let key = try cryptography.keys.makeRandomKey(byteCount: count)
            #expect(key.isLocked)
            let flags = try #require(MemoryMap.current().region(containing: key.address)).flags
            // proc(5): left out of dumps, wiped on fork, locked. The sanitizers
            // replace mlock(2) by one that does nothing.
            #expect(flags.isSuperset(of: ["rd", "wr", "dd", "wf"]), "\(count) bytes have \(flags)")
            #expect(flags.contains("lo") || Sanitizer.isPresent, "\(count) bytes have \(flags)")
            #expect(flags.isDisjoint(with: ["ex", "sh"]))
        }
        #expect(cryptography.keys.memoryReport().unlockedByteCount == 0)
        #expect(cryptography.keys.memoryReport().lockErrorNumber == nil)
    }

    @Test func liesBetweenGuardPages() throws {
        let key = try Cryptography.real().keys.makeRandomKey(byteCount: 5000)
        let map = MemoryMap.current()
        let region = try #require(map.region(containing: key.address))
        for neighbour in [region.range.lowerBound - 1, region.range.upperBound] {
            let guardPage = try #require(map.region(containing: neighbour))
            #expect(guardPage.permissions == "---p")
        }
    }

    @Test func isWipedOnRelease() throws {
        let arena = LockedArena()
        let neighbour = try LockedKey(byteCount: 32, in: arena) { $0.copyBytes(from: Self.pattern.prefix(32)) }
        var key: LockedKey? = try LockedKey(byteCount: 64, in: arena) { $0.copyBytes(from: Self.pattern) }
        let address = try #require(key?.address)
        #expect(MemoryMap.read(64, at: address) == Data(Self.pattern))
        key = nil
        // The neighbour keeps the page, so what is left can be looked at.
        #expect(MemoryMap.read(64, at: address) == Data(repeating: 0, count: 64))
        #expect(neighbour.bytes == Data(Self.pattern.prefix(32)))
    }

    @Test func isWipedWhenFillingFails() throws {
        let arena = LockedArena()
        let neighbour = try LockedKey(byteCount: 32, in: arena) { _ in }
        var address: UInt = 0
        #expect(throws: CryptographyError.authenticationFailed) {
            try LockedKey(byteCount: 64, in: arena) { buffer throws(CryptographyError) in
                buffer.copyBytes(from: Self.pattern)
                address = UInt(bitPattern: buffer.baseAddress)
                throw .authenticationFailed
            }
        }
        #expect(MemoryMap.read(64, at: address) == Data(repeating: 0, count: 64))
        #expect(arena.report().keyCount == 1)
        #expect(neighbour.byteCount == 32)
    }

    @Test(.enabled(if: MemoryMap.allowsLocking)) func isGivenBackWhenLarge() throws {
        let arena = LockedArena()
        var key: LockedKey? = try LockedKey(byteCount: 1 << 20, in: arena) { _ in }
        let address = try #require(key?.address)
        #expect(arena.report().lockedByteCount == 1 << 20)
        key = nil
        #expect(MemoryMap.read(1, at: address) == nil)
        #expect(
            arena.report()
                == SecretMemoryReport(
                    lockedByteCount: 0, unlockedByteCount: 0, lockErrorNumber: nil, keyCount: 0))
    }

    @Test func holdsThousandsOfKeysInFewPages() throws {
        let arena = LockedArena()
        var keys = try (0..<10_000).map { number in
            try LockedKey(byteCount: 32, in: arena) { $0.storeBytes(of: number, as: Int.self) }
        }
        let report = arena.report()
        #expect(report.keyCount == 10_000)
        #expect(report.lockedByteCount <= 10_000 * 32 + 16_384)
        #expect(Set(keys.map(\.address)).count == 10_000)
        for (number, key) in keys.enumerated() {
            #expect(key.withUnsafeBytes { $0.load(as: Int.self) } == number)
        }
        keys = []
        #expect(arena.report().keyCount == 0)
        #expect(arena.report().lockedByteCount <= 16_384)
    }

    @Test(.enabled(if: MemoryMap.allowsLocking)) func fillsGapsAgain() throws {
        let arena = LockedArena()
        var keys = try (0..<512).map { _ in try LockedKey(byteCount: 32, in: arena) { _ in } }
        let full = arena.report().lockedByteCount
        keys.removeSubrange(100..<104)
        keys.append(try LockedKey(byteCount: 128, in: arena) { _ in })
        #expect(arena.report().lockedByteCount == full)
        keys.append(try LockedKey(byteCount: 1, in: arena) { _ in })
        #expect(arena.report().lockedByteCount == 2 * full)
    }

    @Test func worksAndSaysSoWhenNothingCanBeLocked() throws {
        let cryptography = try Cryptography.openSSL(arena: LockedArena(refusingLocksWith: ENOMEM))
        let before = cryptography.keys.memoryReport()
        let key = try cryptography.key(Data(Self.pattern))
        #expect(!key.isLocked)
        #expect(key.bytes == Data(Self.pattern))
        let report = cryptography.keys.memoryReport()
        #expect(report.unlockedByteCount == before.unlockedByteCount + 16_384)
        #expect(report.lockErrorNumber == ENOMEM)
        #expect(report.keyCount == 1)
    }

    @Test func refusesKeysWithoutBytes() async throws {
        let keys = try Cryptography.real().keys
        await expectInvalidInput { try keys.makeRandomKey(byteCount: 0) }
        await expectInvalidInput { try keys.makeRandomKey(byteCount: -1) }
        await expectInvalidInput { try keys.makeKey(copying: Secret("")) }
    }

    @Test func serializesManyThreads() async throws {
        let arena = LockedArena()
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var kept: [(LockedKey, Int)] = []
                    for round in 0..<500 {
                        let value = task << 16 | round
                        let key = try? LockedKey(byteCount: 8 + round % 100, in: arena) {
                            $0.storeBytes(of: value, as: Int.self)
                        }
                        guard let key else { return false }
                        kept.append((key, value))
                        if kept.count > 20 { kept.removeFirst(15) }
                        guard kept.allSatisfy({ key, value in key.withUnsafeBytes { $0.load(as: Int.self) } == value })
                        else { return false }
                    }
                    return true
                }
            }
            for await isIntact in group { #expect(isIntact) }
        }
        #expect(arena.report().keyCount == 0)
    }
}

extension SymmetricKey {
    /// Where the bytes are.
    fileprivate var address: UInt { withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } }
}
