import CoreModels
import CryptographyAPI
import FoundationEssentials
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
        for number in 0..<3 { try await vault.save(Secret("\(number)"), as: name) }
        #expect(try await text(of: name, in: vault) == "2")
        #expect(derivation.count == 1)
        try await vault.rotateKey()
        let before = derivation.count
        for number in 3..<6 { try await vault.save(Secret("\(number)"), as: name) }
        #expect(derivation.count == before + 1, "from the new key")
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
}
