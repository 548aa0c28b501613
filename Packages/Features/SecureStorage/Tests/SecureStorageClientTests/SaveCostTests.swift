import CoreModels
import CryptographyAPI
import FoundationEssentials
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageLinux
import SecureStorageTesting
import Testing

/// What a save does without.
struct SaveCostTests {
    private let fixture: VaultFixture
    private let derivation: KeyDerivationSpy
    private let vault: FileVault
    private let name = SecretName(SecretKind("session"))

    init() throws {
        fixture = try VaultFixture()
        let derivation = KeyDerivationSpy(fixture.cryptography.derivation)
        self.derivation = derivation
        vault = try fixture.vault { $0.cryptography.derivation = derivation }
    }

    @Test func aRecordsKeyIsComputedOnce() async throws {
        try await vault.save(Secret("first"), as: name)
        let first = derivation.count
        for number in 0..<3 { try await vault.save(Secret("\(number)"), as: name) }
        #expect(try await text(of: name, in: vault) == "2")
        #expect(derivation.count == first)
        try await vault.rotateKey()
        let before = derivation.count
        for number in 3..<6 { try await vault.save(Secret("\(number)"), as: name) }
        #expect(derivation.count == before + 2, "the record's and the list's, from the new key")
        #expect(try await text(of: name, in: fixture.vault()) == "5")
    }

    @Test func moreRecordsThanKeysAreKeptOf() async throws {
        let names = try (0..<70).map { try SampleSecrets.name("\($0)") }
        for (number, name) in names.enumerated() { try await vault.save(Secret("\(number)"), as: name) }
        for (number, name) in names.enumerated() { #expect(try await text(of: name, in: vault) == "\(number)") }
    }

    /// Whoever asks for the times makes the next change write the inode, too.
    @Test func filesThatAreChangedInPlaceAreNotAskedForTheirTimes() async throws {
        try await vault.save(Secret("first"), as: name)
        let path = fixture.folder + "/" + (try #require(fixture.records().first))
        let told = try #require(try LinuxFileSystem().open(path)?.facts)
        var whole = try #require(try LinuxFileSystem().facts(of: path))
        #expect(whole.identity.changedSeconds != nil)
        #expect(told.identity.changedSeconds == nil)
        whole.identity = told.identity
        #expect(told == whole)
    }

    // MARK: - The file of locks

    private var lockFile: String { fixture.folder + "/lock" }

    @Test func theFileOfLocksIsOpenedOnce() async throws {
        var opened: [[String]] = []
        for number in 0..<3 {
            try await vault.save(Secret("\(number)"), as: name)
            opened.append(descriptors(of: lockFile))
        }
        #expect(opened[0].count == 1)
        #expect(Set(opened).count == 1)
    }

    @Test func aFileThatStaysOpenIsLockedByOneAtATime() throws {
        let (files, others) = (LinuxFileSystem(), LinuxFileSystem())
        let path = fixture.temporary.path(of: "lock")
        for _ in 0..<2 {
            let lock = try #require(try files.lock(path, slot: 0))
            let other = try #require(try files.lock(path, slot: 1))
            for files in [files, others] {
                #expect(try files.lock(path, slot: 0) == nil)
                #expect(try files.lock(path, slot: 1) == nil)
            }
            withExtendedLifetime((lock, other)) {}
        }
        #expect(try others.lock(path, slot: 0) != nil)
    }

    @Test func aFileThatIsNoLongerThereIsNotLocked() async throws {
        let vault = try fixture.vault { $0.lockLimit = .zero }
        try await vault.save(Secret("first"), as: name)
        let other = try fixture.vault()
        _ = try await other.startOver()
        try await other.save(Secret("second"), as: name)
        let lock = try #require(try LinuxFileSystem().lock(lockFile, slot: 0))
        await #expect(throws: SecretStoreError.busy) { try await vault.save(Secret("third"), as: name) }
        withExtendedLifetime(lock) {}
    }

    private func descriptors(of path: String) -> [String] {
        let (folder, path) = ("/proc/self/fd", URL(filePath: path).resolvingSymlinksInPath().path)
        let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return all.filter { (try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/" + $0)) == path }
    }
}
