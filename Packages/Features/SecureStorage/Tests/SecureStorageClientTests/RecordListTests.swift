import CoreModels
import FoundationEssentials
import Glibc
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

/// The list of the vault's records: what was taken away or put back is missed
/// by every process.
struct RecordListTests {
    private let fixture: VaultFixture
    private let disk = FaultyFileSystem()
    private let name: SecretName
    private let other: SecretName

    init() throws {
        fixture = try VaultFixture()
        name = try SampleSecrets.name("one")
        other = try SampleSecrets.name("two")
    }

    private func file(of body: () async throws -> Void) async throws -> String {
        let before = Set(fixture.records())
        try await body()
        return try #require(fixture.records().first { !before.contains($0) })
    }

    @Test(.requirement("STORE-14", "STORE-07")) func aDeletedRecordIsMissedByEveryProcess() async throws {
        let vault = try fixture.vault()
        let path = try await file { try await vault.save(Secret("value"), as: name) }
        try await vault.save(Secret("other"), as: other)
        try fixture.remove(path)
        for vault in try [vault, fixture.vault(), fixture.vault()] {
            #expect(await damage(of: name, in: vault)?.reason == .missing)
            #expect(try await text(of: other, in: vault) == "other")
        }
        #expect(try await fixture.vault().check().map(\.reason) == [.missing])
        try await fixture.vault().save(Secret("again"), as: name)
        #expect(try await text(of: name, in: fixture.vault()) == "again")
        #expect(try await fixture.vault().check().isEmpty)
    }

    @Test(.requirement("STORE-14")) func whatIsMissedCanBeForgotten() async throws {
        let path = try await file { try await fixture.vault().save(Secret("value"), as: name) }
        try fixture.remove(path)
        #expect(try await damage(of: name, in: fixture.vault())?.reason == .missing)
        try await fixture.vault().cleanUp()
        #expect(await (try fixture.vault()).read(name).isAbsent)
        #expect(try await fixture.vault().check().isEmpty)
    }

    @Test(.requirement("STORE-14"), arguments: [1, 20_000])
    func anOlderRecordThatIsPutBackIsFoundByEveryProcess(_ byteCount: Int) async throws {
        let path = try await file {
            try await fixture.vault().save(SampleSecrets.secret(byteCount: byteCount), as: name)
        }
        let older = try fixture.bytes(path)
        try await fixture.vault().save(SampleSecrets.secret(byteCount: byteCount + 1), as: name)
        try fixture.overwrite(path, older)
        #expect(try await damage(of: name, in: fixture.vault())?.reason == .rolledBack)
        #expect(try await damage(of: name, in: fixture.vault())?.reason == .rolledBack, "until that is resolved")
    }

    @Test(.requirement("STORE-14", "STORE-08")) func aRemovedRecordThatIsPutBackStaysRemoved() async throws {
        let path = try await file { try await fixture.vault().save(Secret("value"), as: name) }
        let removed = try fixture.bytes(path)
        try await fixture.vault().remove(name)
        try fixture.overwrite(path, removed)
        #expect(await (try fixture.vault()).read(name).isAbsent)
        try await fixture.vault().save(Secret("other"), as: other)
        #expect(!fixture.records().contains(path), "whoever writes removes it once more")
        #expect(try await fixture.vault().check().isEmpty)
    }

    @Test(.requirement("STORE-14"), arguments: ["missing", "folder", "empty", "flipped", "foreign"])
    func withoutTheListNothingIsBelievedUntilThereIsANewOne(_ damage: String) async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        let list = "records-1/list"
        let whole = try fixture.bytes(list)
        switch damage {
        case "missing": try fixture.remove(list)
        case "folder": try fixture.remove("records-1")
        case "empty": try fixture.overwrite(list, [])
        case "flipped": try fixture.overwrite(list, whole.map { $0 ^ 1 })
        default:
            let foreign = try VaultFixture()
            try await foreign.vault().save(Secret("theirs"), as: name)
            try fixture.overwrite(list, foreign.bytes(list))
        }
        let error = SecretStoreError.damagedList(path: fixture.folder + "/" + list)
        #expect(await problem(of: name, in: try fixture.vault()) == error)
        #expect(await problem(of: other, in: try fixture.vault()) == error, "it may have been there")
        await #expect(throws: error) { try await fixture.vault().save(Secret("new"), as: name) }
        await #expect(throws: error) { try await fixture.vault().rotateKey() }
        #expect(try await fixture.vault().check().map(\.id) == ["list"])
        let found = try await text(of: name, in: fixture.vault())
        #expect(found == (damage == "folder" ? nil : "value"))
        #expect(await (try fixture.vault()).read(other).isAbsent)
        try await fixture.vault().save(Secret("new"), as: other)
        #expect(try await fixture.vault().check().isEmpty)
    }

    /// Who goes on with the list that was replaced would write to a file that
    /// nobody finds.
    @Test func aListThatWasMadeAnewIsTakenUpByWhoKnowsTheFormerOne() async throws {
        let vault = try fixture.vault()
        for text in ["first", "second"] { try await vault.save(Secret(text), as: name) }
        try fixture.remove("records-1/list")
        _ = try await fixture.vault().check()
        try await vault.remove(name)
        #expect(await (try fixture.vault()).read(name).isAbsent)
        #expect(try await fixture.vault().check().isEmpty)
    }

    @Test(.requirement("STORE-08")) func whoLogsOutGetsRidOfASecretWithoutTheList() async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        try fixture.remove("records-1/list")
        try await fixture.vault().remove(name)
        #expect(fixture.records().isEmpty)
    }

    /// Both slots of the list may be older than the records after a power cut.
    @Test(.requirement("STORE-30")) func aListThatIsOlderThanTheRecordsMissesNothing() async throws {
        try await fixture.vault().save(Secret("first"), as: name)
        let older = try fixture.bytes("records-1/list")
        for number in 0..<5 { try await fixture.vault().save(Secret("\(number)"), as: name) }
        let path = try await file { try await fixture.vault().save(Secret("new"), as: other) }
        try fixture.overwrite("records-1/list", older)
        try fixture.remove("lock")
        #expect(try await text(of: name, in: fixture.vault()) == "4")
        #expect(try await text(of: other, in: fixture.vault()) == "new")
        // Whoever writes next lists what is there.
        let third = try SampleSecrets.name("three")
        try await fixture.vault().save(Secret("third"), as: third)
        for (name, value) in [(name, "4"), (other, "new"), (third, "third")] {
            #expect(try await text(of: name, in: fixture.vault()) == value)
        }
        try fixture.remove(path)
        #expect(try await damage(of: other, in: fixture.vault())?.reason == .missing)
    }

    /// A process was killed before it listed what it had saved, and the next one
    /// can't read that just now.
    @Test(.requirement("STORE-20", "STORE-30")) func whatCannotBeReadDoesNotCountAsRemoved() async throws {
        try await fixture.vault().save(Secret("other"), as: other)
        let older = try fixture.bytes("records-1/list")
        let path = try await file { try await fixture.vault().save(Secret("value"), as: name) }
        try fixture.overwrite("records-1/list", older)
        let vault = try fixture.vault { $0.fileSystem = disk }
        disk.setFault { $0.operation == "read" && $0.path.hasSuffix(path) ? EIO : nil }
        for number in 0..<3 { try await vault.save(Secret("\(number)"), as: other) }
        disk.setFault(nil)
        #expect(try await text(of: name, in: fixture.vault()) == "value")
        try await fixture.vault().save(Secret("more"), as: other)
        #expect(try await text(of: name, in: fixture.vault()) == "value")
        try fixture.remove(path)
        #expect(try await damage(of: name, in: fixture.vault())?.reason == .missing)
    }

    // MARK: - Power cuts

    private enum Change { case save(String), remove }

    /// Each step is a process of its own, and the power is cut before each
    /// single call of all of them.
    @Test(.requirement("STORE-14", "STORE-30"), arguments: RecordSlotTests.Loss.allCases)
    func powerCutsLeaveTheListAndTheRecordsTogether(_ loss: RecordSlotTests.Loss) async throws {
        let steps: [(SecretName, Change)] = [
            (name, .save("1")), (other, .save("2")), (name, .save("3")), (other, .remove), (name, .save("4")),
            (other, .save("5")), (other, .save("6")), (name, .remove), (name, .save("7")),
        ]
        for cut in 0..<400 {
            let fixture = try VaultFixture()
            let disk = FaultyFileSystem()
            var values: [SecretName: String] = [:]
            var inFlight: (name: SecretName, before: String?, after: String?)?
            disk.cutPower(before: cut)
            for (name, change) in steps {
                let before = values[name]
                do {
                    let vault = try fixture.vault { $0.fileSystem = disk }
                    switch change {
                    case .save(let text):
                        inFlight = (name, before, text)
                        try await vault.save(Secret(text), as: name)
                        values[name] = text
                    case .remove:
                        inFlight = (name, before, nil)
                        try await vault.remove(name)
                        values[name] = nil
                    }
                    inFlight = nil
                } catch {
                    break
                }
            }
            disk.setFault(nil)
            try disk.loseOverwritten(where: loss.isLost)
            for round in 0..<2 {
                for name in [name, other] {
                    let found = try await text(of: name, in: fixture.vault())
                    let isRight =
                        if let inFlight, inFlight.name == name {
                            found == inFlight.before || found == inFlight.after
                        } else { found == values[name] }
                    #expect(isRight, "cut \(cut), round \(round): \(found ?? "nothing")")
                    values[name] = found
                }
                inFlight = nil
                #expect(try await fixture.vault().check().isEmpty, "cut \(cut), round \(round)")
                try await fixture.vault().save(Secret("third"), as: SampleSecrets.name("three"))
            }
            if disk.calls.isEmpty, inFlight == nil, values[name] == "7", cut > 50 { return }
        }
        Issue.record("there was always one more call")
    }

    @Test func aRemovalForcesTheListToDiskBeforeTheRecordGoes() async throws {
        let vault = try fixture.vault { $0.fileSystem = disk }
        try await vault.save(Secret("value"), as: name)
        disk.setFault(nil)
        try await vault.remove(name)
        let calls = disk.calls.filter { $0.changesSomething && $0.operation != "lock" }
        let listed = try #require(calls.firstIndex { $0.operation == "fdatasync" && $0.path.hasSuffix("/list") })
        let removed = try #require(
            calls.firstIndex { $0.operation == "unlink" && !$0.path.hasSuffix("/new") })
        #expect(listed < removed)
    }

    @Test func moreRecordsThanAPageListsAreMissedAsWell() async throws {
        let vault = try fixture.vault()
        let names = try (0..<130).map { try SampleSecrets.name("\($0)") }
        for name in names { try await vault.save(Secret("value"), as: name) }
        try fixture.remove(try #require(fixture.records().first))
        var missing = 0
        for name in names where try await damage(of: name, in: fixture.vault())?.reason == .missing { missing += 1 }
        #expect(missing == 1)
        for name in names { try await vault.remove(name) }
        #expect(try fixture.bytes("records-1/list").count == 8_192)
        #expect(try await fixture.vault().check().isEmpty)
    }

    @Test(.requirement("STORE-14")) func theListGoesOnThroughAnotherKey() async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        let path = try await file { try await fixture.vault().save(Secret("other"), as: other) }
        try fixture.remove(path)
        try await fixture.vault().rotateKey()
        #expect(try await text(of: name, in: fixture.vault()) == "value")
        #expect(try await damage(of: other, in: fixture.vault())?.reason == .missing)
    }

    @Test(.requirement("STORE-28")) func removingAllLeavesAnEmptyList() async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        try await fixture.vault().removeAll()
        #expect(await (try fixture.vault()).read(name).isAbsent)
        try await fixture.vault().save(Secret("again"), as: name)
        #expect(try await text(of: name, in: fixture.vault()) == "again")
        #expect(try await fixture.vault().check().isEmpty)
    }
}
