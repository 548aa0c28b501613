import CoreModels
import Glibc
import KernelTesting
import Locking
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

/// A pass phrase that can't be changed leaves the vault as open as it was: who is locked
/// out at that moment isn't told why.
struct FailedReplacementTests {
    private let fixture: VaultFixture
    private let name: SecretName
    private let disk = FaultyFileSystem()
    private let passphrase = Secret("unmistakable vault phrase 4417")
    private let other = Secret("unmistakable vault phrase 4418")

    init() throws {
        fixture = try VaultFixture()
        name = try SampleSecrets.name()
    }

    private func filled() async throws -> FileVault {
        let vault = try fixture.vault { $0.fileSystem = disk }
        try await vault.save(Secret("value"), as: name)
        try await vault.protect(by: .passphrase, passphrase: passphrase, knowing: Secret(""))
        return vault
    }

    @Test(.requirement("STORE-12")) func aFullDiskLeavesItOpenUnderTheFormerKey() async throws {
        let vault = try await filled(), begun = try await vault.beginSetUp(with: passphrase)
        for number in 0..<3 {
            let count = Locked(0)
            disk.setFault { call in
                guard call.operation == "create" else { return nil }
                return count.withLock { count in
                    count += 1
                    return count > number ? ENOSPC : nil
                }
            }
            let error = await #expect(throws: SecretStoreError.self) {
                try await vault.protect(by: .passphrase, passphrase: other, knowing: passphrase)
            }
            disk.setFault(nil)
            guard case .noSpace = error else { return #expect(Bool(false), "\(String(describing: error))") }
            #expect(await vault.lockState() == .open)
            #expect(try await text(of: name, in: vault) == "value")
            #expect(await vault.setUp(begun.id) != nil)
            try await fixture.vault().unlock(with: passphrase)
        }
        try await vault.save(Secret("more"), as: name)
        #expect(Set(fixture.files().filter { $0.hasPrefix("records-") }.map { $0.prefix(9) }).count == 1)
    }

    @Test(.requirement("STORE-12")) func aHeaderThatIsInPlaceCountsThoughItMayNotBeOnDisk() async throws {
        let vault = try await filled()
        let isReplaced = Locked(false), folder = fixture.folder
        disk.setFault { call in
            if call.operation == "rename", call.path == folder + "/header" { isReplaced.withLock { $0 = true } }
            return call.operation == "fsync" && isReplaced.current ? EIO : nil
        }
        await #expect(throws: SecretStoreError.self) {
            try await vault.protect(by: .passphrase, passphrase: other, knowing: passphrase)
        }
        disk.setFault(nil)
        #expect(isReplaced.current)
        #expect(await vault.lockState() == .open)
        #expect(try await text(of: name, in: vault) == "value")
        try await fixture.vault().unlock(with: other)
    }
}
