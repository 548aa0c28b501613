import CoreModels
import CryptographyAPI
import FoundationEssentials
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

struct VaultDamageTests {
    private let fixture: VaultFixture
    private let name: SecretName
    private let other: SecretName

    init() throws {
        fixture = try VaultFixture()
        name = try SampleSecrets.name("one")
        other = try SampleSecrets.name("two")
    }

    @Test(.requirement("STORE-14", "STORE-15")) func findsEachByteThatWasChanged() async throws {
        let vault = try fixture.vault()
        try await vault.save(Secret("value"), as: name)
        let path = try #require(fixture.records().first)
        let whole = try fixture.bytes(path)
        try await vault.save(Secret("other"), as: other)
        let place = try fixture.place(ofRecordIn: path)
        for index in place {
            var bytes = whole
            bytes[index] ^= 1 << UInt8(index % 8)
            try fixture.overwrite(path, bytes)
            let record = try #require(await damage(of: name, in: vault), "byte \(index)")
            let copy = try #require(record.path)
            let kept = try #require(FileManager.default.contents(atPath: copy))
            #expect(Array(kept) == bytes, "it is kept as it was found")
            #expect(!fixture.records().contains(path), "it is out of use")
        }
        #expect(try await text(of: other, in: vault) == "other")
        #expect(try await vault.setAsideRecords().count == place.count)
    }

    @Test(.requirement("STORE-14"), arguments: [0, 1, 11, 12, 39, 40, 100])
    func findsRecordsThatWereCutShort(_ count: Int) async throws {
        let vault = try fixture.vault()
        try await vault.save(Secret("value"), as: name)
        let path = try #require(fixture.records().first)
        try fixture.overwrite(path, Array(fixture.bytes(path).prefix(count)))
        #expect(try await damage(of: name, in: fixture.vault()) != nil)
    }

    @Test(.requirement("STORE-14")) func findsRecordsThatAreFarTooLong() async throws {
        let vault = try fixture.vault { $0.maximumByteCount = 100 }
        try await vault.save(Secret("value"), as: name)
        let path = try #require(fixture.records().first)
        try fixture.overwrite(path, fixture.bytes(path) + [UInt8](repeating: 0, count: 100_000))
        #expect(await damage(of: name, in: vault)?.reason == .malformed)
    }

    @Test(.requirement("STORE-14")) func refusesARecordUnderAnotherName() async throws {
        let vault = try fixture.vault()
        try await vault.save(Secret("one"), as: name)
        let first = try #require(fixture.records().first)
        try await vault.save(Secret("two"), as: other)
        let second = try #require(fixture.records().first { $0 != first })
        try fixture.overwrite(second, fixture.bytes(first))
        #expect(await damage(of: other, in: vault)?.reason == .notAuthentic)
        #expect(try await text(of: name, in: vault) == "one")
    }

    @Test(.requirement("STORE-14")) func refusesARecordOfAnotherVault() async throws {
        let vault = try fixture.vault()
        try await vault.save(Secret("ours"), as: name)
        let foreign = try VaultFixture()
        try await foreign.vault().save(Secret("theirs"), as: name)
        try fixture.overwrite(
            #require(fixture.records().first), foreign.bytes(#require(foreign.records().first)))
        #expect(await damage(of: name, in: vault)?.reason == .notAuthentic)
    }

    @Test(.requirement("STORE-14")) func refusesAnOlderStateThanItHasSeen() async throws {
        let vault = try fixture.vault()
        try await vault.save(Secret("old"), as: name)
        let path = try #require(fixture.records().first)
        let old = try fixture.bytes(path)
        try await vault.save(Secret("new"), as: name)
        try fixture.overwrite(path, old)
        #expect(await damage(of: name, in: vault)?.reason == .rolledBack)
    }

    @Test func takesASecretThatWasRemovedAndSavedElsewhereForNewer() async throws {
        let (one, two) = try (fixture.vault(), fixture.vault())
        for round in 1...5 { try await one.save(Secret("\(round)"), as: name) }
        try await two.remove(name)
        try await two.save(Secret("again"), as: name)
        #expect(try await text(of: name, in: one) == "again")
    }

    @Test(.requirement("STORE-07", "STORE-15")) func answersDamageUntilThatIsResolved() async throws {
        let vault = try fixture.vault()
        try await vault.save(Secret("value"), as: name)
        try fixture.overwrite(#require(fixture.records().first), [0])
        for _ in 0..<2 { #expect(await damage(of: name, in: vault) != nil, "it isn't absent") }
        #expect(try await damage(of: name, in: fixture.vault()) != nil, "nor in another process")
        try await vault.save(Secret("renewed"), as: name)
        #expect(try await text(of: name, in: vault) == "renewed")
        #expect(try await vault.setAsideRecords().count == 1, "the copy stays for diagnosis")
        try await vault.cleanUp()
        #expect(try await vault.setAsideRecords().isEmpty)
        #expect(try await text(of: name, in: vault) == "renewed")
    }

    @Test(.requirement("STORE-15")) func anUpdateSeesDamageAndCanReplaceIt() async throws {
        let vault = try fixture.vault()
        try await vault.save(Secret("value"), as: name)
        try fixture.overwrite(#require(fixture.records().first), [0])
        let wasDamaged = try await vault.update(name) { current in
            guard case .unavailable(.damagedRecord) = current else { return (change: .keep, value: false) }
            return (change: .save(Secret("renewed")), value: true)
        }
        #expect(wasDamaged)
        #expect(try await text(of: name, in: vault) == "renewed")
    }

    @Test(.requirement("STORE-14", "STORE-15")) func checksAllRecordsAtOnce() async throws {
        let vault = try fixture.vault()
        for label in ["a", "b", "c", "d"] { try await vault.save(Secret(label), as: SampleSecrets.name(label)) }
        let paths = fixture.records()
        try fixture.overwrite(paths[0], [0])
        try fixture.overwrite(paths[2], Array("EVR1".utf8) + [UInt8](repeating: 7, count: 300))
        let damaged = try await vault.check()
        #expect(Set(damaged.map(\.reason)) == [.malformed, .notAuthentic])
        #expect(try await vault.check().isEmpty)
        let status = await vault.status()
        #expect(status.recordCount == 2)
        #expect(status.damagedCount == 2)
        #expect(status.problem == nil)
    }

    @Test(.requirement("STORE-14")) func aDamagedHeaderIsAnErrorThatDestroysNothing() async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        let whole = try fixture.bytes("header")
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 0x10
            try fixture.overwrite("header", bytes)
            let before = try fixture.contents()
            let vault = try fixture.vault()
            guard case .damagedHeader = await problem(of: name, in: vault) else {
                Issue.record("byte \(index): \(await vault.read(name))")
                continue
            }
            await #expect(throws: SecretStoreError.self) { try await vault.save(Secret("new"), as: name) }
            await #expect(throws: SecretStoreError.self) { try await vault.rotateKey() }
            guard case .damagedHeader = await vault.status().problem else {
                Issue.record("the status says nothing")
                continue
            }
            #expect(try fixture.contents() == before)
        }
        try fixture.overwrite("header", whole)
        #expect(try await text(of: name, in: fixture.vault()) == "value")
    }

    @Test(.requirement("STORE-07", "STORE-14")) func aMissingHeaderIsNoEmptyVault() async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        let header = try fixture.bytes("header")
        try fixture.remove("header")
        let vault = try fixture.vault()
        guard case .damagedHeader = await problem(of: name, in: vault) else { return #expect(Bool(false)) }
        await #expect(throws: SecretStoreError.self) { try await vault.save(Secret("new"), as: name) }
        try fixture.overwrite("header", header)
        #expect(try await text(of: name, in: vault) == "value")
    }

    @Test func refusesAVaultOfANewerProgram() async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        let line = #"{"format":5,"something":"else"}"#
        let digest = try fixture.cryptography.hashing.sha256(Data(line.utf8))
            .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        try fixture.overwrite("header", Array("\(line)\n\(digest)\n".utf8))
        #expect(
            await problem(of: name, in: try fixture.vault()) == .unsupportedFormat(found: 5, supported: 4))
    }

    @Test(.requirement("STORE-16")) func startsOverAndKeepsTheOldVault() async throws {
        let vault = try fixture.vault()
        try await vault.save(Secret("value"), as: name)
        try fixture.overwrite("header", [0])
        let old = try #require(try await vault.startOver())
        #expect(FileManager.default.contents(atPath: old + "/header") == Data([0]))
        #expect(await vault.read(name).isAbsent)
        try await vault.save(Secret("new"), as: name)
        #expect(try await text(of: name, in: fixture.vault()) == "new")
        let second = try #require(try await vault.startOver())
        #expect(second != old)
        #expect(try await vault.startOver() == nil)
    }

    /// The key stays with what may be rescued, and no longer.
    @Test(.requirement("STORE-16", "STORE-28")) func cleaningUpDeletesOldVaultsWithTheirKeys() async throws {
        let vault = try fixture.vault()
        try await vault.save(Secret("value"), as: name)
        let old = try #require(try await vault.startOver())
        let names = try FileManager.default.contentsOfDirectory(atPath: old)
        #expect(names.contains { $0.hasPrefix("key-") } && names.contains("records-1"))
        try await vault.save(Secret("new"), as: name)
        _ = try await vault.startOver()
        try await fixture.vault().cleanUp()
        #expect(fixture.temporary.files() == [], "also without a vault")
        try await vault.save(Secret("again"), as: name)
        _ = try await vault.startOver()
        try await vault.save(Secret("last"), as: name)
        try await vault.cleanUp()
        #expect(fixture.temporary.files().allSatisfy { $0.hasPrefix("home/vault/") })
        #expect(try await text(of: name, in: fixture.vault()) == "last")
    }

    @Test func aWriterThatWaitedWritesIntoTheNewVault() async throws {
        // The lock's file moves away with the old vault.
        let (one, two) = try (fixture.vault(), fixture.vault())
        try await one.save(Secret("old"), as: name)
        _ = try await two.read(name).get()
        _ = try await one.startOver()
        try await two.save(Secret("new"), as: name)
        #expect(try await text(of: name, in: one) == "new")
    }
}
