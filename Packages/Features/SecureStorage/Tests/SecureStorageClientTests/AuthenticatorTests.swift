import CoreModels
import CryptographyAPI
import FoundationEssentials
import KernelTesting
import Locking
import SecureStorageAPI
import SecureStorageClient
import SecureStorageLinux
import SecureStorageTesting
import Testing

/// Authenticators that open the vault beside its pass phrase.
struct AuthenticatorTests {
    private let fixture: VaultFixture
    private let name: SecretName
    private let passphrase = Secret("unmistakable vault phrase 4417")
    private let output = Secret([UInt8](repeating: 7, count: 32))
    private let other = Secret([UInt8](repeating: 8, count: 32))

    init() throws {
        fixture = try VaultFixture()
        name = try SampleSecrets.name()
    }

    /// Nobody can be asked.
    private func vault() throws -> FileVault { try fixture.vault { $0.now = { Date() + 3_600 } } }

    private func filled() async throws -> FileVault {
        let vault = try vault()
        try await vault.save(Secret("value"), as: name)
        try await vault.protect(by: .passphrase, passphrase: passphrase, knowing: passphrase)
        return vault
    }

    @discardableResult
    private func setUp(
        _ credential: UInt8 = 1, named name: String = "Stick", in vault: FileVault, giving output: Secret? = nil
    ) async throws -> UUID {
        let setUp = try await vault.beginSetUp(with: passphrase)
        try await vault.finishSetUp(
            setUp.id,
            as: NewAuthenticator(name: name, credential: Data([credential]), relyingParty: "essential.localhost"),
            giving: output ?? self.output)
        return setUp.id
    }

    @Test(.requirement("BIO-01", "BIO-02", "BIO-05")) func itOpensTheVaultAfterARestart() async throws {
        let vault = try await filled()
        #expect(try await vault.authenticators() == [])
        let id = try await setUp(in: vault)
        #expect(await vault.lockState() == .open)
        #expect(try await text(of: name, in: vault) == "value")

        let later = try self.vault()
        #expect(await later.lockState() == .locked)
        #expect(try await later.authenticators().map(\.id) == [id])
        try await later.unlock(byAuthenticator: Data([1]), giving: output)
        #expect(await later.lockState() == .open)
        #expect(try await text(of: name, in: later) == "value")
        try await later.save(Secret("more"), as: name)
        // The pass phrase opens it as before.
        let last = try self.vault()
        try await last.unlock(with: passphrase)
        #expect(try await text(of: name, in: last) == "more")
    }

    @Test(.requirement("BIO-03", "BIO-04", "BIO-10")) func oneThatGivesOtherBytesIsVoid() async throws {
        try await setUp(in: filled())
        // What is no answer says nothing of it: it may answer next time.
        for none in [Secret(""), Secret([7]), Secret([UInt8](repeating: 7, count: 33))] {
            let vault = try vault(), before = try fixture.contents()
            await #expect(throws: SecretStoreError.authenticatorSilent) {
                try await vault.unlock(byAuthenticator: Data([1]), giving: none)
            }
            #expect(await vault.lockState() == .locked)
            #expect(try fixture.contents() == before)
        }
        try await vault().unlock(byAuthenticator: Data([1]), giving: output)
        for wrong in [other, Secret([UInt8](repeating: 0, count: 32))] {
            let vault = try vault()
            await #expect(throws: SecretStoreError.authenticatorChanged) {
                try await vault.unlock(byAuthenticator: Data([1]), giving: wrong)
            }
            #expect(await vault.lockState() == .locked)
            #expect(try await vault.authenticators().map(\.isVoid) == [true])
            // Also with the right bytes.
            await #expect(throws: SecretStoreError.authenticatorUnknown) {
                try await vault.unlock(byAuthenticator: Data([1]), giving: output)
            }
            try await vault.unlock(with: passphrase)
            #expect(try await text(of: name, in: vault) == "value")
            // What is set up anew takes its place.
            try await setUp(2, in: vault)
            #expect(try await vault.authenticators().map(\.isVoid) == [false])
            try await vault.removeAuthenticator(try #require(try await vault.authenticators().first?.id))
            try await setUp(in: vault)
        }
    }

    @Test(.requirement("BIO-05")) func oneThatIsNotSetUpOpensNothing() async throws {
        let vault = try await filled()
        try await setUp(in: vault)
        let later = try self.vault()
        await #expect(throws: SecretStoreError.authenticatorUnknown) {
            try await later.unlock(byAuthenticator: Data([2]), giving: output)
        }
        #expect(try await later.authenticators().map(\.isVoid) == [false], "nothing of another one is void")
    }

    @Test(.requirement("BIO-01")) func onlyWhoKnowsThePassphraseSetsOneUp() async throws {
        let vault = try vault()
        try await vault.save(Secret("value"), as: name)
        await #expect(throws: SecretStoreError.passphraseUnset) { try await vault.beginSetUp(with: passphrase) }
        try await vault.protect(by: .passphrase, passphrase: passphrase, knowing: passphrase)
        await #expect(throws: SecretStoreError.wrongKey) { try await vault.beginSetUp(with: Secret("another phrase")) }
        let stick = NewAuthenticator(name: "Stick", credential: Data([1]), relyingParty: "essential.localhost")
        await #expect(throws: SecretStoreError.authenticatorUnknown) {
            try await vault.finishSetUp(UUID(), as: stick, giving: output)
        }
        let begun = try await vault.beginSetUp(with: passphrase)
        await #expect(throws: SecretStoreError.authenticatorSilent) {
            try await vault.finishSetUp(begun.id, as: stick, giving: Secret("short"))
        }
        await vault.lock()
        #expect(await vault.setUp(begun.id) == nil)
        #expect(try await vault.authenticators() == [])
    }

    @Test(.requirement("BIO-01")) func aSetUpIsGoodForTenMinutes() async throws {
        _ = try await filled()
        let time = Locked(Date(timeIntervalSince1970: 2_000_000_000))
        let vault = try fixture.vault { $0.now = { time.current } }
        let begun = try await vault.beginSetUp(with: passphrase)
        time.withLock { $0 += 599 }
        #expect(await vault.setUp(begun.id) == begun)
        time.withLock { $0 += 2 }
        #expect(await vault.setUp(begun.id) == nil)
    }

    @Test(.requirement("BIO-04")) func anotherKeyMakesThemVoidAndOtherProtectionsHaveNone() async throws {
        let vault = try await filled()
        try await setUp(in: vault)
        try await vault.protect(by: .passphrase, passphrase: passphrase, knowing: passphrase)
        #expect(try await vault.authenticators().map(\.isVoid) == [true])
        let later = try self.vault()
        await #expect(throws: SecretStoreError.authenticatorUnknown) {
            try await later.unlock(byAuthenticator: Data([1]), giving: output)
        }
        try await vault.protect(by: .keyFile, passphrase: Secret(""), knowing: passphrase)
        #expect(try await vault.authenticators() == [])
        #expect(try await text(of: name, in: self.vault()) == "value")
    }

    @Test(.requirement("BIO-10", "STORE-32")) func othersKeepTheVaultOpenWhenOneIsRemoved() async throws {
        let open = try await filled()
        let id = try await setUp(in: open)
        // No key is needed.
        try await vault().removeAuthenticator(id)
        await #expect(throws: SecretStoreError.authenticatorUnknown) { try await vault().removeAuthenticator(id) }
        #expect(await open.lockState() == .open)
        #expect(try await text(of: name, in: open) == "value")
        let later = try vault()
        await #expect(throws: SecretStoreError.authenticatorUnknown) {
            try await later.unlock(byAuthenticator: Data([1]), giving: output)
        }
    }

    @Test func thereAreFiveAtMost() async throws {
        let vault = try await filled()
        for number in 1...5 { try await setUp(UInt8(number), named: "Stick \(number)", in: vault) }
        await #expect(throws: SecretStoreError.tooManyAuthenticators(limit: 5)) {
            try await vault.beginSetUp(with: passphrase)
        }
        try await vault.protect(by: .passphrase, passphrase: passphrase, knowing: passphrase)
        for number in 6...7 { try await setUp(UInt8(number), named: "Stick \(number)", in: vault) }
        #expect(try await vault.authenticators().filter { !$0.isVoid }.map(\.name) == ["Stick 6", "Stick 7"])
    }

    /// Programs that know no authenticators refuse what they would lose, and no more.
    @Test(.requirement("STORE-12")) func theFormatIsAnotherOneWhileThereAreAny() async throws {
        let vault = try await filled(), before = try header()
        #expect(before.contains(#""format":3"#) && !before.contains("authenticators"))
        let id = try await setUp(in: vault)
        #expect(try header().contains(#""format":4"#))
        try await vault.removeAuthenticator(id)
        #expect(try header() == before)
        // As a newer program would leave it.
        try await setUp(in: vault)
        let newer = try header().replacing(#""format":4"#, with: #""format":5"#)
        let line = Data(try #require(newer.split(separator: "\n").first).utf8)
        let digest = try fixture.cryptography.hashing.sha256(line).hexadecimal
        try fixture.overwrite("header", Array(line + Data("\n\(digest)\n".utf8)))
        let old = try self.vault(), contents = try fixture.contents()
        let refused = SecretStoreError.unsupportedFormat(found: 5, supported: 4)
        await #expect(throws: refused) { try await old.unlock(with: passphrase) }
        #expect(await problem(of: name, in: old) == refused)
        #expect(try fixture.contents() == contents)
    }

    private func header() throws -> String { String(decoding: try fixture.bytes("header"), as: UTF8.self) }

    @Test(.requirement("BIO-05", "MEM-07")) func whatOpensItIsNowhereOnDisk() async throws {
        let vault = try await filled()
        let bytes = (0..<32).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
        try await setUp(in: vault, giving: Secret(bytes))
        let text = Data(bytes).base64EncodedString()
        for (file, contents) in try fixture.contents() {
            #expect(
                contents.firstRange(of: bytes) == nil && contents.firstRange(of: Array(text.utf8)) == nil, "\(file)")
        }
    }

    @Test(.requirement("STORE-30", "BIO-01")) func powerCutsWhileOneIsSetUpLeaveTheVaultAsItWasOrDone() async throws {
        for cut in 0..<40 {
            let fixture = try VaultFixture(), disk = FaultyFileSystem()
            let whole = try fixture.vault()
            try await whole.save(Secret("value"), as: name)
            try await whole.protect(by: .passphrase, passphrase: passphrase, knowing: passphrase)
            let vault = try fixture.vault { $0.fileSystem = disk }
            let setUp = try await vault.beginSetUp(with: passphrase)
            disk.cutPower(before: cut)
            let stick = NewAuthenticator(name: "Stick", credential: Data([1]), relyingParty: "essential.localhost")
            let isDone: Bool
            do {
                try await vault.finishSetUp(setUp.id, as: stick, giving: output)
                isDone = true
            } catch { isDone = false }
            disk.setFault(nil)
            let later = try fixture.vault(), found = try await later.authenticators()
            #expect(found.count == 1 || !isDone, "call \(cut)")
            if !found.isEmpty {
                try await later.unlock(byAuthenticator: Data([1]), giving: output)
            } else {
                try await later.unlock(with: passphrase)
            }
            #expect(try await text(of: name, in: later) == "value")
            if isDone { return }
        }
        Issue.record("it was never done")
    }
}
