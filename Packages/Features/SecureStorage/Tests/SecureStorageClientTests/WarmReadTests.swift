import CoreModels
import FoundationEssentials
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

/// Reading what was read before.
struct WarmReadTests {
    private let fixture: VaultFixture
    private let name = SecretName(SecretKind("session"))
    private let writer: FileVault
    /// A vault of another process, an hour after the secret was written.
    private let reader: FileVault
    private let files = FaultyFileSystem()

    init() async throws {
        fixture = try VaultFixture()
        writer = try fixture.vault()
        try await writer.save(Secret("first"), as: name)
        let files = files
        reader = try fixture.vault {
            $0.now = { Date() + 3600 }
            $0.fileSystem = files
        }
        #expect(try await text(of: name, in: reader) == "first")
    }

    @Test func opensWhatIsInMemoryAsLongAsTheFilesAreTheSame() async throws {
        files.setFault(nil)
        for _ in 0..<3 { #expect(try await text(of: name, in: reader) == "first") }
        #expect(Set(files.calls.map(\.operation)) == ["facts"])
    }

    @Test func seesWhatOthersSave() async throws {
        try await writer.save(Secret("again"), as: name)
        #expect(try await text(of: name, in: reader) == "again")
    }

    @Test func seesWhatOthersRemove() async throws {
        try await writer.remove(name)
        #expect(await reader.read(name).isAbsent)
    }

    @Test func seesThatTheKeyWasReplaced() async throws {
        try await writer.rotateKey(protectedBy: nil)
        #expect(try await text(of: name, in: reader) == "first")
        _ = try await writer.startOver()
        #expect(await reader.read(name).isAbsent)
    }

    @Test func seesThatTheFileWasChangedInPlace() async throws {
        let file = try #require(fixture.records().first)
        var bytes = try fixture.bytes(file)
        bytes[try fixture.place(ofRecordIn: file).upperBound - 1] ^= 1
        try fixture.overwrite(file, bytes)
        #expect(await damage(of: name, in: reader)?.reason == .notAuthentic)
    }

    @Test func whatAPersonHasToConfirmIsAskedForEachTime() async throws {
        let card = SecretName(SecretKind("card", protection: .confirmed))
        let presence = PresenceConfirmingStub()
        let vault = try fixture.vault {
            $0.presence = presence
            $0.now = { Date() + 3600 }
        }
        try await vault.save(Secret("4000"), as: card)
        for _ in 0..<2 { #expect(try await text(of: card, in: vault) == "4000") }
        #expect(presence.count == 3)
    }
}
