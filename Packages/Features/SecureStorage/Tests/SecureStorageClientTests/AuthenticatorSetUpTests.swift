import CoreModels
import FoundationEssentials
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

/// A set-up is over once the vault has another key.
struct AuthenticatorSetUpTests {
    private let fixture: VaultFixture
    private let passphrase = Secret("unmistakable vault phrase 4417")
    private let other = Secret("unmistakable vault phrase 4418")
    private let stick = NewAuthenticator(name: "Stick", credential: Data([1]), relyingParty: "essential.localhost")
    private let output = Secret([UInt8](repeating: 7, count: 32))

    init() throws {
        fixture = try VaultFixture()
    }

    private func begun() async throws -> (FileVault, UUID) {
        let vault = try fixture.vault()
        try await vault.save(Secret("value"), as: try SampleSecrets.name())
        try await vault.protect(by: .passphrase, passphrase: passphrase, knowing: passphrase)
        return (vault, try await vault.beginSetUp(with: passphrase).id)
    }

    private func isRefused(_ id: UUID, by vault: FileVault) async throws {
        await #expect(throws: SecretStoreError.authenticatorUnknown) {
            try await vault.finishSetUp(id, as: stick, giving: output)
        }
        #expect(try await fixture.vault().authenticators() == [])
    }

    @Test(.requirement("BIO-01", "BIO-04")) func whoKnewTheFormerPassphraseFinishesNothing() async throws {
        let (vault, id) = try await begun()
        try await vault.protect(by: .passphrase, passphrase: other, knowing: passphrase)
        #expect(await vault.setUp(id) == nil)
        try await isRefused(id, by: vault)
    }

    @Test(.requirement("BIO-01", "BIO-04")) func anotherProcessReplacesTheKey() async throws {
        let (vault, id) = try await begun()
        let second = try fixture.vault()
        try await second.unlock(with: passphrase)
        try await second.protect(by: .passphrase, passphrase: other, knowing: passphrase)
        try await vault.unlock(with: other)
        try await isRefused(id, by: vault)
    }

    @Test(.requirement("BIO-01")) func anotherVaultIsBegun() async throws {
        let (vault, id) = try await begun()
        _ = try await vault.startOver()
        try await vault.save(Secret("value"), as: try SampleSecrets.name())
        try await vault.protect(by: .passphrase, passphrase: passphrase, knowing: passphrase)
        try await isRefused(id, by: vault)
    }
}
