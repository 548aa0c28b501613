import CoreModels
import FoundationEssentials
import Glibc
import KernelTesting
import Locking
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

/// Short secrets, which are saved in place.
struct RecordSlotTests {
    private let fixture: VaultFixture
    private let disk = FaultyFileSystem()
    private let vault: FileVault
    private let name: SecretName

    init() async throws {
        fixture = try VaultFixture()
        name = try SampleSecrets.name("one")
        let disk = disk
        vault = try fixture.vault { $0.fileSystem = disk }
        try await vault.save(Secret("first"), as: name)
        disk.setFault(nil)
    }

    /// What changed something, but for taking locks.
    private var changes: [String] {
        disk.calls.filter { $0.changesSomething && $0.operation != "lock" }.map(\.operation)
    }

    private func file() throws -> String { try #require(fixture.records().first) }

    private func inode(_ file: String) throws -> ino_t {
        var status = stat()
        try #require(stat(fixture.folder + "/" + file, &status) == 0)
        return status.st_ino
    }

    @Test func aSaveForcesOneFileToDiskOnce() async throws {
        let (path, inode) = (try file(), try inode(file()))
        for text in ["second", "third"] {
            disk.setFault(nil)
            try await vault.save(Secret(text), as: name)
            #expect(changes == ["overwrite", "fdatasync", "overwrite", "overwrite"])
        }
        #expect(try self.inode(path) == inode)
        #expect(try await text(of: name, in: fixture.vault()) == "third")
    }

    @Test(.requirement("STORE-28")) func nothingStaysOfTheFormerSecret() async throws {
        let path = try file()
        let former = try fixture.bytes(path)[fixture.place(ofRecordIn: path)]
        try await vault.save(Secret("second"), as: name)
        let bytes = try fixture.bytes(path)
        let isThere = bytes.contains(subsequence: Array(former.dropFirst(16)))
        #expect(!isThere)
        let place = try fixture.place(ofRecordIn: path)
        #expect(bytes.indices.allSatisfy { place.contains($0) || bytes[$0] == 0 })
    }

    @Test(.requirement("STORE-06")) func goesFromShortToLongAndBack() async throws {
        for count in [3_000, 20_000, 10, 4_200, 4_050, 30_000, 1] {
            let secret = SampleSecrets.secret(byteCount: count)
            for _ in 0..<3 { try await vault.save(secret, as: name) }
            let isThere = try await fixture.vault().read(name).get()?.isEqual(to: secret) == true
            #expect(isThere, "\(count)")
        }
        #expect(fixture.records().count == 1)
    }

    // MARK: - Power cuts

    /// What of the blocks that weren't forced to disk is lost.
    enum Loss: CaseIterable {
        case none, all, first, second

        func isLost(_ offset: Int) -> Bool {
            switch self {
            case .none: false
            case .all: true
            case .first: offset == 0
            case .second: offset != 0
            }
        }
    }

    @Test(.requirement("STORE-30"), arguments: Loss.allCases, [1, 2])
    func powerCutsLeaveOldOrNewWhateverReachedTheDisk(_ loss: Loss, _ saves: Int) async throws {
        for cut in 0..<20 {
            for number in 0..<saves { try await vault.save(Secret("before \(number)"), as: name) }
            disk.cutPower(before: cut)
            let isSaved = await (try? vault.save(Secret("after"), as: name)) != nil
            let isOver = !disk.calls.contains { $0.index >= cut }
            disk.setFault(nil)
            try disk.loseOverwritten(where: loss.isLost)
            let found = try await text(of: name, in: fixture.vault())
            let isRight = found == "after" || !isSaved && found == "before \(saves - 1)"
            #expect(isRight, "cut \(cut): \(found ?? "nothing")")
            try await vault.save(Secret("later"), as: name)
            #expect(try await text(of: name, in: fixture.vault()) == "later")
            if isOver { return }
        }
        Issue.record("there was always one more call")
    }

    @Test(.requirement("STORE-30")) func aNameThatMayNotBeOnDiskIsForcedThere() async throws {
        let other = try SampleSecrets.name("two")
        // The folder can't be forced to disk, or the program ends right then.
        disk.setFault { $0.operation == "fsync" && $0.path.contains("records-") ? EIO : nil }
        await #expect(throws: SecretStoreError.self) { try await vault.save(Secret("lost"), as: other) }
        await #expect(throws: SecretStoreError.self) { try await vault.save(Secret("lost"), as: other) }
        disk.setFault(nil)
        try await fixture.vault { [disk] in $0.fileSystem = disk }.save(Secret("kept"), as: other)
        let folder = try #require(disk.calls.firstIndex { $0.operation == "fsync" && $0.path.contains("records-") })
        #expect(folder < disk.calls.firstIndex { $0.operation == "fdatasync" } ?? 0)
        disk.setFault(nil)
        try await vault.save(Secret("again"), as: other)
        #expect(changes == ["overwrite", "fdatasync", "overwrite", "overwrite"], "once is enough")
    }

    @Test(.requirement("STORE-30")) func aKeyThatMayNotBeOnDiskIsForcedThereBeforeAnythingIsSavedUnderIt() async throws
    {
        try await fixture.vault().rotateKey()
        disk.setFault(nil)
        try await vault.save(Secret("second"), as: name)
        let header = try #require(disk.calls.firstIndex { $0.operation == "fsync" && $0.path == fixture.folder })
        #expect(header < disk.calls.firstIndex { $0.operation == "fdatasync" } ?? 0)
    }

    // MARK: - What may be in a file

    @Test(.requirement("STORE-14")) func aSaveThatWasCutShortHarmsNothing() async throws {
        let path = try file()
        let former = try fixture.bytes(path)[fixture.place(ofRecordIn: path)].dropLast()
        for garbage: [UInt8] in [Array(former), [0, 0, 1, 0, 7], Array(repeating: 0xAA, count: 4_096)] {
            var bytes = try fixture.bytes(path)
            let place = try fixture.place(ofRecordIn: path)
            let start = place.lowerBound == 0 ? 4_096 : 0
            bytes.replaceSubrange(start..<start + garbage.count, with: garbage)
            try fixture.overwrite(path, bytes)
            #expect(try await text(of: name, in: vault) == "first")
            try await fixture.vault().save(Secret("first"), as: name)
            #expect(try await text(of: name, in: vault) == "first")
        }
        #expect(try await vault.check().isEmpty)
    }

    @Test(.requirement("STORE-14")) func theNewerOfTwoCounts() async throws {
        let path = try file()
        let older = try fixture.bytes(path)
        try await vault.save(Secret("second"), as: name)
        let newer = try fixture.bytes(path)
        // As it is before the older one is wiped.
        try fixture.overwrite(path, zip(older, newer).map { $0 | $1 })
        for vault in try [vault, fixture.vault()] { #expect(try await text(of: name, in: vault) == "second") }
        try await fixture.vault().save(Secret("third"), as: name)
        #expect(try await text(of: name, in: vault) == "third")
        try fixture.overwrite(path, older)
        #expect(await damage(of: name, in: vault)?.reason == .rolledBack)
    }

    @Test func aFileWithASecondNameStaysAsItIs() async throws {
        let path = try file()
        let backup = fixture.temporary.path(of: "backup")
        #expect(link(fixture.folder + "/" + path, backup) == 0)
        let before = try fixture.bytes(path)
        try await vault.save(Secret("second"), as: name)
        #expect(fixture.temporary.contents(of: "backup") == before)
        #expect(try await text(of: name, in: fixture.vault()) == "second")
    }

    @Test(.requirement("STORE-19")) func readersSeeWholeSecretsAndNoneThatWasReplacedBefore() async throws {
        let saved = Locked(0)
        let (writer, reader) = try (fixture.vault(), fixture.vault { $0.now = { Date() + 3600 } })
        try await writer.save(Secret("0"), as: name)
        try await withThrowingTaskGroup(of: Void.self) { [name] group in
            group.addTask {
                for number in 1...300 {
                    try await writer.save(Secret("\(number)"), as: name)
                    saved.withLock { $0 = number }
                }
            }
            group.addTask {
                while saved.current < 300 {
                    let least = saved.current
                    let found = try await text(of: name, in: reader).flatMap { Int($0) }
                    #expect(found ?? -1 >= least)
                }
            }
            try await group.waitForAll()
        }
    }
}
