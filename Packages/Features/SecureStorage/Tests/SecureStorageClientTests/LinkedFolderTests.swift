import CoreModels
import FoundationEssentials
import Glibc
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

/// Links in place of the folders in a vault: nothing is read, written or deleted where
/// they lead.
struct LinkedFolderTests {
    private let fixture: VaultFixture
    private let name: SecretName

    init() throws {
        fixture = try VaultFixture()
        name = try SampleSecrets.name()
    }

    private var elsewhere: String { fixture.temporary.path(of: "elsewhere") }

    /// Puts a link in place of a folder of the vault, which is elsewhere from then on.
    private func link(_ folder: String) throws {
        let path = fixture.folder + "/" + folder
        if rename(path, elsewhere) != 0 {
            try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
        }
        try Data("theirs".utf8).write(to: URL(filePath: elsewhere + "/theirs"))
        #expect(symlink(elsewhere, path) == 0)
    }

    private var kept: [String] { fixture.temporary.files().filter { $0.hasPrefix("elsewhere/") }.sorted() }

    @Test(.requirement("STORE-12")) func aVaultWhoseRecordsAreElsewhereIsNotUsed() async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        try link("records-1")
        let before = kept, vault = try fixture.vault()
        let refused = SecretStoreError.unsafeFile(path: fixture.folder + "/records-1", because: .notAFolder)
        #expect(await problem(of: name, in: vault) == refused)
        await #expect(throws: refused) { try await vault.save(Secret("other"), as: name) }
        await #expect(throws: refused) { try await vault.check() }
        await #expect(throws: refused) { try await vault.rotateKey() }
        await #expect(throws: SecretStoreError.self) { try await vault.removeAll() }
        #expect(kept == before)
    }

    @Test(.requirement("STORE-12")) func nothingIsSetAsideWhereALinkLeads() async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        try link("set-aside")
        let before = kept, vault = try fixture.vault(), record = try #require(fixture.records().first)
        #expect(try await text(of: name, in: vault) == "value")
        try fixture.overwrite(record, [1, 2, 3])
        #expect(try await vault.check().map(\.path) == [nil], "it is damaged, and stays where it is")
        let refused = SecretStoreError.unsafeFile(path: fixture.folder + "/set-aside", because: .link)
        await #expect(throws: refused) { try await vault.cleanUp() }
        #expect(kept == before)
    }

    @Test(.requirement("STORE-12")) func nothingIsDeletedWhereALinkLeads() async throws {
        try await fixture.vault().save(Secret("value"), as: name)
        try link("records-9")
        let before = kept, vault = try fixture.vault()
        // What isn't of this vault is removed by who writes first.
        await #expect(throws: SecretStoreError.unsafeFile(path: fixture.folder + "/records-9", because: .link)) {
            try await vault.save(Secret("other"), as: name)
        }
        #expect(kept == before)
    }

    @Test(.requirement("STORE-12")) func aLinkIsNoVaultFromBefore() async throws {
        let vault = try fixture.vault()
        try await vault.save(Secret("value"), as: name)
        let place = try #require(try await vault.startOver())
        #expect(rename(place, elsewhere) == 0 && symlink(elsewhere, place) == 0)
        let before = kept
        #expect(!before.isEmpty)
        await #expect(throws: SecretStoreError.unsafeFile(path: place, because: .link)) { try await vault.cleanUp() }
        #expect(kept == before)
    }
}
