import CoreModels
import CryptographyAPI
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
        return try SecureStorageClientPlugin.assemble(dependencies).exports
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
        for file in temporary.files() where file.hasPrefix("vault/records-1/") && !file.hasSuffix("/list") {
            try Data([0]).write(to: URL(filePath: temporary.path(of: file)))
        }
        #expect(await damage(of: name, in: exports.secrets) != nil)
        await #expect(throws: SecretStoreError.emptyValue) { try await exports.secrets.save(Secret(""), as: name) }
        try LinuxFileSystem().setMode(0o777, of: temporary.path(of: "vault"))
        // Whoever has the vault open needn't look at its folder again.
        _ = try await install().secrets.read(name)
        let records = log.records
        #expect(records.contains { $0.fields["code"] == .string("vault_damaged_record") && $0.level == .error })
        #expect(records.contains { $0.fields["code"] == .string("vault_empty_value") })
        #expect(records.contains { $0.fields["found_mode"] == .string("777") && $0.level == .warning })
        #expect(!log.text.contains("ana@example.com") && !log.text.contains("s3cret-value"))
    }

    @Test(.requirement("STORE-12", "STORE-13", "STORE-22", "D13"))
    func aVaultThatCannotBeUsedSavesNothingAndFindsNothing() async throws {
        try Data([0]).write(to: URL(filePath: temporary.path(of: "vault")))
        let exports = try install()
        let error = SecretStoreError.unsafeFile(path: temporary.path(of: "vault"), because: .notAFolder)
        await #expect(throws: error) { try await exports.secrets.save(Secret("value"), as: name) }
        #expect(await problem(of: name, in: exports.secrets) == error)
        #expect(await exports.secrets.read(name).isAbsent == false, "what can't be read isn't absent")
        #expect(temporary.files() == ["vault"], "nothing is written elsewhere")
        #expect(log.records.contains { $0.fields["operation"] == .string("save") && $0.level == .error })
        #expect(log.records.contains { $0.fields["operation"] == .string("read") && $0.level == .error })
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

    @Test(
        .requirement(
            "STORE-08", "STORE-09", "STORE-10", "STORE-17", "STORE-18", "STORE-19", "STORE-21", "STORE-23",
            "STORE-27"))
    func whatProgramsAreGivenKeepsTheContractOfStores() async throws {
        try await SecretStoreConformance {
            let folder = try TemporaryFolder()
            let exports = try SecureStorageClientPlugin.assemble(
                .init(folder: folder.path(of: "vault"), cryptography: .real())
            ).exports
            return StoreWithLocks(store: exports.secrets, locks: exports.locks, folder: folder)
        }.run()
    }

    @Test(.requirement("STORE-02")) func theKindDecidesTheLevelWhateverTheBytes() async throws {
        let exports = try install(), secret = Secret("the same bytes")
        let confirmed = SecretName(SecretKind("confirmed", protection: .confirmed))
        try await exports.secrets.save(secret, as: name)
        // No program can ask a person yet, and without one nothing of that level is written.
        await #expect(throws: SecretStoreError.confirmationRequired) {
            try await exports.secrets.save(secret, as: confirmed)
        }
        #expect(await exports.secrets.read(confirmed).isAbsent)
        #expect(await exports.maintenance.status().recordCount == 1)
    }

    @Test(.requirement("STORE-13", "STORE-20")) func everythingThatCanFailIsRecorded() async throws {
        try Data([0]).write(to: URL(filePath: temporary.path(of: "vault")))
        let exports = try install(), vault = exports.maintenance
        _ = await exports.secrets.read(name)
        try? await exports.secrets.save(Secret("value"), as: name)
        try? await exports.secrets.remove(name)
        try? await exports.secrets.removeAll()
        try? await exports.secrets.update(name) { _ in (change: .remove, value: ()) }
        try? await exports.locks.withLock(named: name) { () async throws(SecretStoreError) in }
        _ = try? await vault.setAsideRecords()
        _ = try? await vault.check()
        try? await vault.cleanUp()
        try? await vault.rotateKey()
        let operations = log.records.filter { $0.level == .error }.map { $0.fields["operation"] }
        #expect(
            operations
                == [
                    "read", "save", "remove", "removeAll", "update", "lock", "listSetAside", "check", "cleanUp",
                    "rotateKey",
                ]
                .map { .string($0) })
        #expect(log.records.allSatisfy { $0.fields["code"] == .string("vault_unsafe_file") })
        #expect(!log.text.contains("ana@example.com"), "the kind is told, not the name")
    }

    @Test(.requirement("STORE-13")) func whoIsTooEarlyForALockOfAnotherLearnsItAndTheLogDoesNot() async throws {
        let exports = try install(), name = name
        _ = try await exports.locks.withLock(named: name) { () async throws(SecretStoreError) in
            await #expect(throws: SecretStoreError.busy) {
                try await exports.locks.withLock(named: name, waitingAtMost: .zero) {
                    () async throws(SecretStoreError) in
                }
            }
        }
        await #expect(throws: SecretStoreError.emptyValue) {
            try await exports.locks.withLock(named: name) { () async throws(SecretStoreError) in throw .emptyValue }
        }
        #expect(log.records.isEmpty)
    }

    /// Who composes a program can replace each part by itself: what seals, what
    /// hears of errors; and who reads can't write.
    @Test(.requirement("STORE-25", "STORE-03")) func eachPartIsAProtocolThatCompositionFills() async throws {
        var cryptography = try Cryptography.real()
        let encryption = AuthenticatedEncryptionSpy(cryptography.encryption)
        cryptography.encryption = encryption
        let exports = try install { $0.cryptography = cryptography }
        let writer: any SecretWriting = exports.secrets, reader: any SecretReading = exports.secrets
        let updater: any SecretUpdating = exports.secrets
        try await writer.save(Secret("value"), as: name)
        let sealed = encryption.sealed
        #expect(!sealed.isEmpty && Set(sealed) == [32], "with AES-256")
        #expect(try await text(of: name, in: reader) == "value")

        encryption.failSeals(with: .libraryFailure(operation: "seal", details: ["out of order"]))
        await #expect(throws: SecretStoreError.self) { try await writer.save(Secret("newer"), as: name) }
        await #expect(throws: SecretStoreError.self) {
            try await updater.update(name) { _ in (change: .save(Secret("newer")), value: ()) }
        }
        #expect(encryption.sealed.count > sealed.count)
        #expect(
            log.records.map { $0.fields["code"] } == [.string("vault_cryptography"), .string("vault_cryptography")])
        #expect(try await text(of: name, in: reader) == "value", "what failed changed nothing")
    }
}
