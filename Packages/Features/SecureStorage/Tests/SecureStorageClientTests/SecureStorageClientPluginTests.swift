import CoreModels
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import PluginKit
import SecureStorageAPI
import SecureStorageClient
import SecureStorageLinux
import SecureStorageTesting
import TelemetryAPI
import TelemetryTesting
import Testing

struct SecureStorageClientPluginTests {
    private let temporary: TemporaryFolder
    private let log = LogSpy()
    private let name: SecretName

    init() throws {
        temporary = try TemporaryFolder()
        name = try SampleSecrets.name("ana@example.com")
    }

    private func install(
        _ change: (inout SecureStorageClientPlugin.Dependencies) -> Void = { _ in }
    ) throws -> SecureStorageClientPlugin.Exports {
        var dependencies = try SecureStorageClientPlugin.Dependencies(
            folder: temporary.path(of: "vault"), cryptography: .real(), logger: log.logger)
        change(&dependencies)
        return try PluginHost().install(SecureStorageClientPlugin.self, dependencies).exports
    }

    @Test(.requirement("STORE-06", "STORE-25", "STORE-27")) func offersAStoreThatKeepsSecrets() async throws {
        let exports = try install()
        #expect(temporary.files().isEmpty, "composing does no output")
        // Whoever reads can't write: the halves are protocols of their own.
        let writer: any SecretWriting = exports.secrets
        let reader: any SecretReading = try install().secrets
        try await writer.save(Secret("value"), as: name)
        #expect(try await text(of: name, in: reader) == "value")
        #expect(await exports.maintenance.status().recordCount == 1)
        let isLocked = try await exports.locks.withLock(named: name) { () async throws(SecretStoreError) in true }
        #expect(isLocked)
    }

    @Test(.requirement("STORE-13")) func logsFailuresWithoutNamesAndContents() async throws {
        let exports = try install()
        try await exports.secrets.save(Secret("s3cret-value"), as: name)
        for file in temporary.files() where file.hasPrefix("vault/records-1/") {
            try Data([0]).write(to: URL(filePath: temporary.path(of: file)))
        }
        #expect(await damage(of: name, in: exports.secrets) != nil)
        await #expect(throws: SecretStoreError.emptyValue) { try await exports.secrets.save(Secret(""), as: name) }
        try LinuxFileSystem().setMode(0o777, of: temporary.path(of: "vault"))
        _ = await exports.secrets.read(name)
        let records = log.records
        #expect(records.contains { $0.fields["code"] == .string("vault_damaged_record") && $0.level == .error })
        #expect(records.contains { $0.fields["code"] == .string("vault_empty_value") })
        #expect(records.contains { $0.fields["found_mode"] == .string("777") && $0.level == .warning })
        #expect(!log.text.contains("ana@example.com") && !log.text.contains("s3cret-value"))
    }

    @Test(.requirement("STORE-12", "STORE-13", "STORE-22")) func withoutAFallbackAFailureIsAFailure() async throws {
        try Data([0]).write(to: URL(filePath: temporary.path(of: "vault")))
        let exports = try install()
        let error = SecretStoreError.unsafeFile(path: temporary.path(of: "vault"), reason: "it isn't a folder")
        await #expect(throws: error) { try await exports.secrets.save(Secret("value"), as: name) }
        #expect(await problem(of: name, in: exports.secrets) == error)
    }

    @Test(.requirement("STORE-11", "STORE-13")) func fallsBackToAnotherFolder() async throws {
        try Data([0]).write(to: URL(filePath: temporary.path(of: "vault")))
        let other = temporary.path(of: "other")
        let exports = try install { $0.fallbackFolder = other }
        try await exports.secrets.save(Secret("value"), as: name)
        #expect(try await text(of: name, in: install { $0.folder = other }.secrets) == "value")
        #expect(log.records.contains { $0.fields["code"] == .string("vault_unsafe_file") && $0.level == .warning })
    }

    @Test func maintainsTheVault() async throws {
        let exports = try install()
        try await exports.secrets.save(Secret("value"), as: name)
        try await exports.maintenance.rotateKey()
        #expect(await exports.maintenance.status().generation == 2)
        #expect(try await exports.maintenance.check().isEmpty)
        try await exports.maintenance.cleanUp()
        #expect(try await exports.maintenance.startOver() == temporary.path(of: "vault.old-1"))
        #expect(await exports.secrets.read(name).isAbsent)
    }

    // MARK: - Migration

    private var plain: String { temporary.path(of: "token.txt") }

    private func writePlain(_ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: plain))
        try LinuxFileSystem().setMode(0o600, of: plain)
    }

    @Test(.requirement("STORE-26")) func migratesAPlainTokenOnceAndWipesIt() async throws {
        try writePlain("old-token\n")
        // A second name for the same bytes shows what became of them on disk.
        try FileManager.default.linkItem(atPath: plain, toPath: temporary.path(of: "witness"))
        let exports = try install()
        #expect(try await exports.migration.migrate(plainTextFile: plain, to: name) == .migrated)
        #expect(try await text(of: name, in: exports.secrets) == "old-token")
        #expect(temporary.contents(of: "token.txt") == nil)
        let witness = try LinuxFileSystem().facts(of: temporary.path(of: "witness"))
        #expect(witness?.byteCount == 0, "the bytes were wiped, not only unlinked")
        #expect(try await exports.migration.migrate(plainTextFile: plain, to: name) == .nothingToDo)
    }

    @Test(.requirement("STORE-26")) func whatTheVaultHasWins() async throws {
        let exports = try install()
        try await exports.secrets.save(Secret("newer"), as: name)
        try writePlain("older")
        #expect(try await exports.migration.migrate(plainTextFile: plain, to: name) == .wiped)
        #expect(try await text(of: name, in: exports.secrets) == "newer")
        #expect(temporary.contents(of: "token.txt") == nil)
    }

    @Test(.requirement("STORE-26")) func keepsThePlainTokenWhenSavingFails() async throws {
        try writePlain("precious")
        try Data([0]).write(to: URL(filePath: temporary.path(of: "vault")))
        let migration = try install().migration
        await #expect(throws: SecretStoreError.self) { try await migration.migrate(plainTextFile: plain, to: name) }
        #expect(temporary.contents(of: "token.txt") == Array("precious".utf8))
    }

    @Test(.requirement("STORE-26")) func keepsThePlainTokenWhileTheVaultIsDamaged() async throws {
        let exports = try install()
        try await exports.secrets.save(Secret("newer"), as: name)
        for file in temporary.files() where file.hasPrefix("vault/records-1/") {
            try Data([0]).write(to: URL(filePath: temporary.path(of: file)))
        }
        try writePlain("older")
        await #expect(throws: SecretStoreError.self) {
            try await exports.migration.migrate(plainTextFile: plain, to: name)
        }
        #expect(temporary.contents(of: "token.txt") == Array("older".utf8))
    }

    @Test(.requirement("STORE-26")) func deletesAnEmptyFile() async throws {
        try writePlain(" \n")
        #expect(try await install().migration.migrate(plainTextFile: plain, to: name) == .wiped)
        #expect(temporary.contents(of: "token.txt") == nil)
        #expect(await (try install()).secrets.read(name).isAbsent)
    }
}
