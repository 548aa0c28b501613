import CoreModels
import CryptographyAPI
import FoundationEssentials
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

struct FileVaultTests {
    private let fixture: VaultFixture

    init() throws {
        fixture = try VaultFixture()
    }

    @Test(
        .requirement(
            "STORE-06", "STORE-07", "STORE-09", "STORE-10", "STORE-17", "STORE-18", "STORE-19", "STORE-21", "STORE-23",
            "STORE-27"))
    func behavesAsAStore() async throws {
        try await SecretStoreConformance { try VaultFixture().vault() }.run()
    }

    @Test(.requirement("STORE-06")) func keepsSecretsBetweenInstances() async throws {
        let name = try SampleSecrets.name()
        try await fixture.vault().save(Secret("kept"), as: name)
        #expect(try await text(of: name, in: fixture.vault()) == "kept")
    }

    @Test(.requirement("STORE-06")) func seesWhatAnotherInstanceDoes() async throws {
        let name = try SampleSecrets.name()
        let (one, two) = try (fixture.vault(), fixture.vault())
        for round in 1...5 {
            try await one.save(Secret("one \(round)"), as: name)
            #expect(try await text(of: name, in: two) == "one \(round)")
            try await two.save(Secret("two \(round)"), as: name)
            #expect(try await text(of: name, in: one) == "two \(round)")
            try await two.remove(name)
            #expect(await one.read(name).isAbsent)
        }
    }

    @Test(.requirement("STORE-03")) func writesNothingInTheClear() async throws {
        let vault = try fixture.vault()
        let name = try SecretName(SecretKind("plain-kind"), parsing: "ana@example.com")
        try await vault.save(SampleSecrets.secret("a-token-that-must-not-be-found"), as: name)
        try await vault.update(name) { _ in .save(SampleSecrets.secret("a-token-that-must-not-be-found-2")) }
        let files = try fixture.contents()
        #expect(files.count == 5, "\(files.keys.sorted())")  // header, key, lock, list, record
        for (path, bytes) in files {
            for text in ["a-token-that-must-not-be-found", "plain-kind", "ana@example.com", "ana"] {
                #expect(!path.contains(text))
                let isFound = bytes.contains(subsequence: Array(text.utf8))
                #expect(!isFound, "\(path) has \(text)")
            }
        }
    }

    @Test(.requirement("STORE-03")) func sealsTheSameSecretDifferentlyEachTime() async throws {
        let vault = try fixture.vault()
        let name = try SampleSecrets.name()
        var seen: Set<[UInt8]> = []
        for _ in 0..<20 {
            try await vault.save(Secret("same"), as: name)
            let file = try #require(fixture.records().first)
            let record = try fixture.bytes(file)[fixture.place(ofRecordIn: file)].dropFirst(4)
            seen.insert(Array(record.dropFirst(12).prefix(12)))
        }
        #expect(seen.count == 20, "a nonce was used twice")
    }

    @Test func hidesHowLongASecretIs() async throws {
        let vault = try fixture.vault()
        let name = try SampleSecrets.name()
        try await vault.save(SampleSecrets.secret(byteCount: 1), as: name)
        let short = try fixture.bytes(#require(fixture.records().first)).count
        try await vault.save(SampleSecrets.secret(byteCount: 200), as: name)
        #expect(try fixture.bytes(#require(fixture.records().first)).count == short)
    }

    @Test(.requirement("STORE-03")) func letsNobodyElseIn() async throws {
        let vault = try fixture.vault()
        try await vault.save(Secret("1"), as: SampleSecrets.name())
        for file in fixture.files() { #expect(fixture.temporary.mode(of: "home/vault/" + file) == 0o600, "\(file)") }
        for folder in ["home", "home/vault", "home/vault/records-1"] {
            #expect(fixture.temporary.mode(of: folder) == 0o700, "\(folder)")
        }
    }

    @Test(.requirement("STORE-07")) func readingMakesNothing() async throws {
        let vault = try fixture.vault()
        #expect(await vault.read(try SampleSecrets.name()).isAbsent)
        try await vault.remove(SampleSecrets.name())
        try await vault.removeAll()
        #expect(await vault.status().exists == false)
        #expect(fixture.temporary.files().isEmpty)
        #expect(fixture.temporary.mode(of: "home") == nil)
    }

    @Test(.requirement("STORE-18", "STORE-21")) func boundsTheSizeOfASecret() async throws {
        let vault = try fixture.vault { $0.maximumByteCount = 1000 }
        let name = try SampleSecrets.name()
        try await vault.save(SampleSecrets.secret(byteCount: 1000), as: name)
        await #expect(throws: SecretStoreError.valueTooLarge(byteCount: 1001, limit: 1000)) {
            try await vault.save(SampleSecrets.secret(byteCount: 1001), as: name)
        }
        #expect(try await vault.read(name).get()?.count == 1000)
    }

    @Test(.requirement("STORE-08", "STORE-28")) func leavesNothingOfWhatIsRemoved() async throws {
        let vault = try fixture.vault()
        let name = try SampleSecrets.name()
        try await vault.save(Secret("1"), as: name)
        // A write that was cut short, and a damaged copy that was set aside.
        let record = try #require(fixture.records().first)
        try fixture.overwrite("records-1/new", fixture.bytes(record))
        try fixture.overwrite(record, [1, 2, 3])
        #expect(await damage(of: name, in: vault) != nil)
        try await vault.save(Secret("2"), as: name)
        try await vault.remove(name)
        #expect(fixture.records().isEmpty)
        #expect(fixture.files().allSatisfy { !$0.hasSuffix("/new") && !$0.hasPrefix("set-aside") })
        #expect(await vault.read(name).isAbsent)
    }

    @Test(.requirement("STORE-28")) func removesAllWithoutTheKey() async throws {
        try await fixture.vault().save(Secret("1"), as: SampleSecrets.name())
        try fixture.remove(try #require(fixture.files().first { $0.hasPrefix("key-") }))
        let vault = try fixture.vault()
        try await vault.removeAll()
        #expect(fixture.records().isEmpty)
    }

    @Test(.requirement("STORE-28", "STORE-32")) func keepsNoSecretInMemory() async throws {
        let vault = try fixture.vault()
        let name = try SampleSecrets.name()
        let isReleased = try await isReleased {
            let secret = Secret("short-lived")
            try await vault.save(secret, as: name)
            return secret
        }
        #expect(isReleased)
        let readIsReleased = try await KernelTesting.isReleased { try #require(try await vault.read(name).get()) }
        #expect(readIsReleased)
    }

    @Test(.requirement("STORE-30")) func isReleasedAfterUse() async throws {
        try await expectRelease {
            let vault = try fixture.vault()
            try await vault.save(Secret("1"), as: SampleSecrets.name())
            try await vault.withLock(named: SampleSecrets.name()) { () async throws(SecretStoreError) in }
            return vault
        }
    }

    @Test func opensWithAKeyFileByAFewCallsAndNoStretching() async throws {
        // A command prints within 100 ms of its start; a clock would measure
        // how busy the machine is, so what is done is counted instead.
        let name = try SampleSecrets.name()
        try await fixture.vault().save(Secret("value"), as: name)
        let disk = FaultyFileSystem()
        let vault = try fixture.vault {
            $0.fileSystem = disk
            $0.cryptography.derivation = NoStretching(derivation: $0.cryptography.derivation)
        }
        #expect(try await text(of: name, in: vault) == "value")
        #expect(disk.calls.count <= 6, "\(disk.calls)")
        #expect(!disk.calls.contains { $0.changesSomething })
    }

    @Test(.requirement("STORE-19")) func isCancelledWhileItWaits() async throws {
        let clock = ManualClock()
        let vault = try fixture.vault { $0.clock = clock }
        let name = try SampleSecrets.name()
        try await vault.withLock(named: name) { () async throws(SecretStoreError) in
            let waiting = Task {
                try await vault.withLock(named: name) { () async throws(SecretStoreError) in }
            }
            await clock.waitForSleepers()
            waiting.cancel()
            await #expect(throws: SecretStoreError.cancelled) { try await waiting.value }
        }
    }

    @Test func waitsNoLongerThanItsLimit() async throws {
        let clock = ManualClock()
        let (holder, waiter) = try (
            fixture.vault(),
            fixture.vault {
                $0.clock = clock
                $0.lockLimit = .seconds(1)
            }
        )
        let name = try SampleSecrets.name()
        try await holder.withLock(named: name) { () async throws(SecretStoreError) in
            let waiting = Task {
                try await waiter.withLock(named: name) { () async throws(SecretStoreError) in }
            }
            let driver = Task {
                while !Task.isCancelled {
                    await clock.waitForSleepers()
                    clock.advance(by: .milliseconds(16))
                }
            }
            await #expect(throws: SecretStoreError.busy) { try await waiting.value }
            driver.cancel()
            // Lets the driver see that, in case it waits for a sleeper.
            try? await clock.sleep(until: clock.now.advanced(by: .milliseconds(1)), tolerance: nil)
        }
    }
}

/// Derives keys from keys only.
private struct NoStretching: KeyDerivation {
    let derivation: any KeyDerivation

    func deriveKey(
        from key: any SymmetricKey, salt: Data, info: Data, byteCount: Int
    ) throws(CryptographyError) -> any SymmetricKey {
        try derivation.deriveKey(from: key, salt: salt, info: info, byteCount: byteCount)
    }

    func deriveKey(
        fromPassphrase passphrase: Secret, salt: Data, cost: ScryptCost, byteCount: Int
    ) async throws(CryptographyError) -> any SymmetricKey {
        throw .overloaded
    }
}

extension [UInt8] {
    func contains(subsequence: [UInt8]) -> Bool {
        guard let first = subsequence.first, count >= subsequence.count else { return false }
        return indices.dropLast(subsequence.count - 1).contains {
            self[$0] == first && self[$0..<$0 + subsequence.count].elementsEqual(subsequence)
        }
    }
}
