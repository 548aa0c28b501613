import CoreModels
import FoundationEssentials
import Glibc
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

struct KeyRotationTests {
    private let fixture: VaultFixture
    private let labels = ["one", "two", "three"]

    init() throws {
        fixture = try VaultFixture()
    }

    private func fill(_ vault: FileVault) async throws {
        for label in labels { try await vault.save(Secret("of " + label), as: SampleSecrets.name(label)) }
    }

    private func expectAll(in vault: FileVault, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        for label in labels {
            let found = try await text(of: SampleSecrets.name(label), in: vault)
            #expect(found == "of " + label, sourceLocation: sourceLocation)
        }
    }

    @Test(.requirement("STORE-03")) func encryptsEveryRecordAnew() async throws {
        let vault = try fixture.vault()
        try await fill(vault)
        let before = try fixture.contents()
        try await vault.rotateKey()
        let after = try fixture.contents()
        try await expectAll(in: vault)
        try await expectAll(in: fixture.vault())
        #expect(Set(before.values).isDisjoint(with: after.filter { $0.key != "lock" }.values), "nothing stayed")
        #expect(await vault.status().generation == 2)
        #expect(await vault.status().recordCount == 3)
    }

    @Test(.requirement("STORE-03")) func theOldKeyOpensNothingAnyMore() async throws {
        let vault = try fixture.vault()
        try await fill(vault)
        let oldKey = try #require(fixture.files().first { $0.hasPrefix("key-") })
        let bytes = try fixture.bytes(oldKey)
        try await vault.rotateKey()
        #expect(!fixture.files().contains(oldKey))
        let newKey = try #require(fixture.files().first { $0.hasPrefix("key-") })
        try fixture.overwrite(newKey, bytes)
        #expect(await problem(of: try SampleSecrets.name("one"), in: try fixture.vault()) == .wrongKey)
    }

    @Test func otherInstancesFollow() async throws {
        let (one, two) = try (fixture.vault(), fixture.vault())
        try await fill(one)
        try await expectAll(in: two)
        try await one.rotateKey()
        try await expectAll(in: two)
        try await two.rotateKey()
        try await one.save(Secret("new"), as: SampleSecrets.name("four"))
        #expect(try await text(of: SampleSecrets.name("four"), in: two) == "new")
        try await expectAll(in: one)
    }

    @Test(.requirement("STORE-07")) func aKeyReplacedWhileTheVaultOpensIsNotMissing() async throws {
        try await fill(fixture.vault())
        let (old, new) = (fixture.temporary.path(of: "old"), fixture.temporary.path(of: "new"))
        let (folder, files) = (fixture.folder, FileManager.default)
        try files.copyItem(atPath: folder, toPath: old)
        try await fixture.vault().rotateKey()
        try files.moveItem(atPath: folder, toPath: new)
        try files.moveItem(atPath: old, toPath: folder)
        let disk = FaultyFileSystem()
        // Between the reading of the header and that of the key it names.
        disk.setFault { call in
            guard call.path.contains("/key-"), rename(folder, old) == 0 else { return nil }
            return rename(new, folder) == 0 ? nil : errno
        }
        try await expectAll(in: fixture.vault { $0.fileSystem = disk })
        #expect(disk.calls.filter { $0.path.contains("/key-") }.count == 2)
    }

    @Test(.requirement("STORE-04")) func changesWhatProtectsTheKey() async throws {
        let passphrases = PassphraseProvidingStub()
        let keyring = InMemoryKeyring()
        func vault() throws -> FileVault {
            try fixture.vault {
                $0.passphrases = passphrases
                $0.keyring = keyring
            }
        }
        let first = try vault()
        try await fill(first)
        for (protection, hasKeyFile, keyCount) in [
            (VaultProtection.passphrase, false, 0), (.kernelKeyring, false, 1), (.keyFile, true, 0),
        ] {
            try await first.rotateKey(protectedBy: protection)
            #expect(await first.status().protection == protection)
            #expect(fixture.files().contains { $0.hasPrefix("key-") } == hasKeyFile)
            #expect(keyring.descriptions.count == keyCount)
            try await expectAll(in: vault())
            try await expectAll(in: first)
        }
    }

    @Test(.requirement("STORE-15")) func setsDamagedRecordsAsideAndGoesOn() async throws {
        let vault = try fixture.vault()
        try await vault.save(Secret("damaged"), as: SampleSecrets.name("bad"))
        try fixture.overwrite(#require(fixture.records().first), [0])
        try await fill(vault)
        try await vault.rotateKey()
        try await expectAll(in: vault)
        #expect(await damage(of: try SampleSecrets.name("bad"), in: vault) != nil, "it isn't absent afterwards")
    }

    @Test func hasNothingToDoWithoutAVault() async throws {
        try await fixture.vault().rotateKey()
        #expect(fixture.files().isEmpty)
    }

    @Test(.requirement("STORE-04", "STORE-12"), arguments: VaultProtection.allCases)
    func aVaultThatIsToBeProtectedIsMadeSo(protection: VaultProtection) async throws {
        let keyring = InMemoryKeyring()
        func vault() throws -> FileVault {
            try fixture.vault {
                $0.passphrases = PassphraseProvidingStub()
                $0.keyring = keyring
            }
        }
        try await vault().rotateKey(protectedBy: protection)
        let later = try vault()
        try await fill(later)
        let status = await later.status()
        #expect(status.exists && status.protection == protection && status.generation == 1)
        #expect(fixture.files().contains { $0.hasPrefix("key-") } == (protection == .keyFile))
    }

    @Test(.requirement("STORE-12"), arguments: ["short", "password", "abcdefgh", "aaaaaaaaaaaa"])
    func aPassphraseThatIsEasyToGuessProtectsNothing(passphrase: String) async throws {
        let vault = try fixture.vault { $0.passphrases = PassphraseProvidingStub(Secret(passphrase)) }
        func expectRefusal() async {
            let error = await #expect(throws: SecretStoreError.self) {
                try await vault.rotateKey(protectedBy: .passphrase)
            }
            #expect(error?.code == "vault_weak_passphrase")
        }
        await expectRefusal()
        #expect(!(await vault.status().exists))
        try await fill(vault)
        await expectRefusal()
        #expect(await vault.status().protection == .keyFile)
        try await expectAll(in: vault)
    }

    @Test(.requirement("STORE-19")) func losesNothingThatIsWrittenMeanwhile() async throws {
        let (one, two) = try (fixture.vault(), fixture.vault())
        let name = try SampleSecrets.name()
        try await one.save(Secret("0"), as: name)
        async let rotating: Void = {
            for _ in 0..<15 { try await one.rotateKey() }
        }()
        for round in 1...60 {
            try await two.save(Secret("\(round)"), as: name)
            #expect(try await text(of: name, in: two) == "\(round)")
        }
        try await rotating
        #expect(try await text(of: name, in: one) == "60")
        #expect(await one.status().generation == 16)
    }
}
