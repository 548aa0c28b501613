import CoreModels
import FoundationEssentials
import KernelTesting
import Locking
import PluginKit
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

/// A vault that is locked while its program runs.
struct PassphraseLockTests {
    private let fixture: VaultFixture
    private let name: SecretName
    private let passphrase = Secret("unmistakable vault phrase 4417")

    init() throws {
        fixture = try VaultFixture()
        name = try SampleSecrets.name()
    }

    /// Nobody can be asked.
    private func vault() throws -> FileVault { try fixture.vault { $0.now = { Date() + 3_600 } } }

    @Test(.requirement("STORE-28", "STORE-32")) func nothingIsReadFromMemoryOnceItIsLocked() async throws {
        let vault = try vault()
        try await vault.save(Secret("value"), as: name)
        #expect(await vault.lockState() == .unlockable)
        try await vault.protect(by: .passphrase, passphrase: passphrase, knowing: passphrase)
        #expect(await vault.lockState() == .open)
        _ = await vault.readTracked(name)
        let tracked = await vault.readTracked(name)
        #expect(tracked.isCurrent)

        await vault.lock()
        #expect(await vault.lockState() == .locked && !tracked.isCurrent)
        #expect(await problem(of: name, in: vault) == .passphraseRequired)
        await #expect(throws: SecretStoreError.passphraseRequired) { try await vault.save(Secret("b"), as: name) }
        await #expect(throws: SecretStoreError.wrongKey) { try await vault.unlock(with: Secret("another phrase")) }
        #expect(await vault.lockState() == .locked)

        try await vault.unlock(with: passphrase)
        #expect(await vault.lockState() == .open)
        #expect(try await text(of: name, in: vault) == "value")
        try await vault.save(Secret("more"), as: name)
        #expect(try await text(of: name, in: vault) == "more")
    }

    /// A disk that is away while the vault is locked gives its keys to nobody once it is back.
    @Test(.requirement("STORE-28", "BIO-01")) func itIsLockedAlsoWhileItCannotBeRead() async throws {
        let vault = try vault(), header = fixture.folder + "/header"
        try await vault.save(Secret("value"), as: name)
        try await vault.protect(by: .passphrase, passphrase: passphrase, knowing: passphrase)
        try FileManager.default.moveItem(atPath: header, toPath: header + ".away")
        #expect(await vault.lockState() == .open)
        await vault.lock()
        #expect(await vault.lockState() == .locked)
        try FileManager.default.moveItem(atPath: header + ".away", toPath: header)
        #expect(await vault.lockState() == .locked)
        #expect(await problem(of: name, in: vault) == .passphraseRequired)
        try await vault.unlock(with: passphrase)
        #expect(try await text(of: name, in: vault) == "value")
    }

    @Test func anotherProcessLocksForItselfAlone() async throws {
        let first = try vault(), second = try vault()
        try await first.save(Secret("value"), as: name)
        try await first.protect(by: .passphrase, passphrase: passphrase, knowing: passphrase)
        #expect(await second.lockState() == .locked)
        try await second.unlock(with: passphrase)
        await first.lock()
        #expect(try await text(of: name, in: second) == "value")
        // Somebody else's new pass phrase locks those who don't know it.
        try await second.protect(
            by: .passphrase, passphrase: Secret("unmistakable vault phrase 4418"), knowing: passphrase)
        await #expect(throws: SecretStoreError.wrongKey) { try await first.unlock(with: passphrase) }
        #expect(await second.lockState() == .open)
    }

    @Test func whatNoPassphraseProtectsStaysOpen() async throws {
        let vault = try vault()
        await vault.lock()
        try await vault.unlock(with: passphrase)
        try await vault.save(Secret("value"), as: name)
        await vault.lock()
        #expect(try await text(of: name, in: vault) == "value")
    }

    @Test(.requirement("BIO-01")) func whoComesToAnOpenVaultTakesNoPassphraseAway() async throws {
        let vault = try vault()
        try await vault.save(Secret("value"), as: name)
        try await vault.protect(by: .passphrase, passphrase: passphrase, knowing: Secret(""))
        let other = Secret("unmistakable vault phrase 4418"), before = try fixture.contents()
        for protection in [VaultProtection.keyFile, .passphrase] {
            await #expect(throws: SecretStoreError.wrongKey) {
                try await vault.protect(by: protection, passphrase: other, knowing: other)
            }
        }
        await #expect(throws: SecretStoreError.passphraseRequired) {
            try await vault.protect(by: .keyFile, passphrase: other, knowing: Secret(""))
        }
        #expect(try fixture.contents() == before)
        #expect(await vault.lockState() == .open)
        try await vault.protect(by: .passphrase, passphrase: other, knowing: passphrase)
        try await self.vault().unlock(with: other)
    }

    @Test func aWeakPassphraseChangesNothing() async throws {
        let vault = try vault()
        try await vault.save(Secret("value"), as: name)
        await #expect(throws: SecretStoreError.self) {
            try await vault.protect(by: .passphrase, passphrase: Secret("short"), knowing: passphrase)
        }
        #expect(await vault.lockState() == .unlockable)
        #expect(try await text(of: name, in: vault) == "value")
    }

    @Test(.requirement("STORE-28")) func othersForgetAsWell() async throws {
        let forgotten = ForgettingSpy()
        let storage = try SecureStorageClientPlugin.assemble(
            .init(folder: fixture.folder, lockObservers: { [forgotten] }, cryptography: fixture.cryptography)
        ).exports
        try await storage.secrets.save(Secret("value"), as: name)
        await storage.locking.lock()
        #expect(forgotten.count.current == 0)
        try await storage.locking.protect(by: .passphrase, passphrase: passphrase, knowing: passphrase)
        await storage.locking.lock()
        #expect(forgotten.count.current == 1)
        #expect(await storage.locking.lockState() == .locked)
        try await storage.locking.unlock(with: passphrase)
        #expect(try await text(of: name, in: storage.secrets) == "value")
    }

    @Test(.requirement("STORE-28")) func whatIsLockedFromOutsideIsForgottenAsWell() async throws {
        let forgotten = ForgettingSpy(), other = try vault()
        let storage = try SecureStorageClientPlugin.assemble(
            .init(folder: fixture.folder, lockObservers: { [forgotten] }, cryptography: fixture.cryptography)
        ).exports
        try await storage.secrets.save(Secret("value"), as: name)
        try await storage.locking.protect(by: .passphrase, passphrase: passphrase, knowing: passphrase)
        try await other.unlock(with: passphrase)
        #expect(await storage.locking.lockState() == .open && forgotten.count.current == 0)
        try await other.protect(
            by: .passphrase, passphrase: Secret("unmistakable vault phrase 4418"), knowing: passphrase)
        await storage.locking.lock()
        #expect(forgotten.count.current == 1)
        #expect(await storage.locking.lockState() == .locked)
    }

    private final class ForgettingSpy: VaultLockObserving {
        let count = Locked(0)

        func vaultDidLock() async {
            count.withLock { $0 += 1 }
        }
    }
}
