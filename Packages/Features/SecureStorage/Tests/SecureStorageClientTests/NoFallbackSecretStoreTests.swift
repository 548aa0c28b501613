import CoreModels
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

struct NoFallbackSecretStoreTests {
    @Test(.requirement("STORE-22", "D13")) func neverSavesAndNeverHasAnything() async throws {
        let store = NoFallbackSecretStore()
        let name = try SampleSecrets.name()
        await #expect(throws: SecretStoreError.noFallback) { try await store.save(Secret("value"), as: name) }
        await #expect(throws: SecretStoreError.noFallback) {
            try await store.update(name) { _ in .save(Secret("value")) }
        }
        #expect(await store.read(name).isAbsent)
        try await store.remove(name)
        try await store.removeAll()
        #expect(try await store.update(name) { (change: .keep, value: $0.isAbsent) })
    }
}
