import CoreModels
import FoundationEssentials
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

/// Changes that don't show in what the file system tells of a file.
struct CoarseTimesTests {
    private let fixture: VaultFixture
    private let name = SecretName(SecretKind("session"))
    private let disk = FaultyFileSystem()
    private let date = ManualDate(Date())
    private let writer: FileVault
    private let reader: FileVault

    init() async throws {
        fixture = try VaultFixture()
        writer = try fixture.vault()
        let (disk, date) = (disk, date)
        reader = try fixture.vault {
            $0.fileSystem = disk
            $0.now = date.now
        }
        try await writer.save(Secret("first"), as: name)
        disk.pinIdentities()
    }

    @Test(.requirement("STORE-07"), arguments: [0, 3600])
    func aKeyThatWasReplacedRightAfterItWasReadIsNoticed(_ seconds: Int) async throws {
        #expect(try await text(of: name, in: reader) == "first")
        try await writer.rotateKey()
        try await writer.save(Secret("second"), as: name)
        date.advance(by: .seconds(seconds))
        #expect(try await text(of: name, in: reader) == "second")
    }

    @Test func aKeyThatWasReplacedRightAfterItWasReadIsWrittenWith() async throws {
        #expect(try await text(of: name, in: reader) == "first")
        try await writer.rotateKey()
        try await reader.save(Secret("second"), as: name)
        #expect(try await text(of: name, in: fixture.vault()) == "second")
    }

    @Test func aSecretThatWasReplacedRightAfterItWasReadIsNoticed() async throws {
        #expect(try await text(of: name, in: reader) == "first")
        try await writer.save(Secret("second"), as: name)
        date.advance(by: .seconds(3600))
        #expect(try await text(of: name, in: reader) == "second")
    }

    // As when the machine is suspended in between.
    @Test(arguments: ["/records-", "/header"])
    func timeThatPassesWhileAFileIsReadDoesNotMakeItOld(_ part: String) async throws {
        let date = date
        disk.setAfterReading { path in if path.contains(part) { date.advance(by: .seconds(3600)) } }
        #expect(try await text(of: name, in: reader) == "first")
        disk.setAfterReading(nil)
        if part == "/header" { try await writer.rotateKey() }
        try await writer.save(Secret("second"), as: name)
        #expect(try await text(of: name, in: reader) == "second")
    }
}
