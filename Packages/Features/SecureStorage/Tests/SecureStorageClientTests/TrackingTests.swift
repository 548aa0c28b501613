import CoreModels
import FoundationEssentials
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

/// What a caller may hold on to, and until when.
struct TrackingTests {
    private let fixture: VaultFixture
    private let name = SecretName(SecretKind("session"))

    init() throws {
        fixture = try VaultFixture()
    }

    /// A vault that was written to by another one a while ago.
    private func vault() async throws -> (reader: FileVault, writer: FileVault) {
        let writer = try fixture.vault()
        try await writer.save(Secret("first"), as: name)
        return (try fixture.vault { $0.now = { Date() + 3600 } }, writer)
    }

    @Test func aSecretIsCurrentUntilAnotherOneIsSaved() async throws {
        let (reader, writer) = try await vault()
        let secret = await reader.readTracked(name)
        #expect(try secret.stored.get()?.isEqual(to: Secret("first")) == true)
        #expect(secret.isCurrent)
        try await writer.save(Secret("other"), as: SecretName(SecretKind("device-key")))
        #expect(secret.isCurrent)
        try await writer.save(Secret("again"), as: name)
        #expect(!secret.isCurrent)
        #expect(await reader.readTracked(name).isCurrent)
    }

    @Test func aRemovedSecretIsNotCurrent() async throws {
        let (reader, writer) = try await vault()
        let secret = await reader.readTracked(name)
        try await writer.remove(name)
        #expect(!secret.isCurrent)
        let absent = await reader.readTracked(name)
        #expect(absent.stored.isAbsent && !absent.isCurrent)
    }

    @Test func aReplacedKeyMeansReadingAgain() async throws {
        let (reader, writer) = try await vault()
        let secret = await reader.readTracked(name)
        try await writer.rotateKey(protectedBy: nil)
        #expect(!secret.isCurrent)
        #expect(await reader.readTracked(name).isCurrent)
    }

    @Test func aVaultThatIsGoneIsNoLongerCurrent() async throws {
        let (reader, _) = try await vault()
        let secret = await reader.readTracked(name)
        try FileManager.default.removeItem(atPath: fixture.folder)
        #expect(!secret.isCurrent)
    }

    @Test func whatWasJustWrittenOrComesFromTheFutureIsReadAgain() async throws {
        let time = Date()
        try await fixture.vault().save(Secret("first"), as: name)
        for shift in [0.0, -3600] {
            let secret = try await fixture.vault { $0.now = { time + shift } }.readTracked(name)
            #expect(!secret.stored.isAbsent && !secret.isCurrent)
        }
    }

    @Test func whatAPersonHasToConfirmIsAskedForEachTime() async throws {
        let name = SecretName(SecretKind("card", protection: .confirmed))
        let presence = PresenceConfirmingStub()
        let vault = try fixture.vault {
            $0.presence = presence
            $0.now = { Date() + 60 }
        }
        try await vault.save(Secret("first"), as: name)
        #expect(await !vault.readTracked(name).isCurrent)
    }
}
