import CoreModels
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

struct ReportingSecretStoreTests {
    @Test func behavesAsAStore() async throws {
        try await SecretStoreConformance {
            StoreWithLocks(InMemorySecretStore()) { ReportingSecretStore($0, reporter: ReporterSpy()) }
        }.run()
    }

    @Test(.requirement("STORE-08", "STORE-12", "STORE-13")) func tellsOfEachFailureAndPassesItOn() async throws {
        let reporter = ReporterSpy()
        let store = ReportingSecretStore(FailingSecretStore(error: .busy), reporter: reporter)
        let name = try SampleSecrets.name("ana@example.com")
        #expect(await problem(of: name, in: store) == .busy)
        await #expect(throws: SecretStoreError.busy) { try await store.save(Secret("value"), as: name) }
        await #expect(throws: SecretStoreError.busy) { try await store.remove(name) }
        await #expect(throws: SecretStoreError.busy) { try await store.removeAll() }
        await #expect(throws: SecretStoreError.busy) { try await store.update(name) { _ in .keep } }
        #expect(reporter.failures.map(\.operation) == [.read, .save, .remove, .removeAll, .update])
        #expect(reporter.failures.map(\.kind) == ["sample", "sample", "sample", nil, "sample"])
        #expect(reporter.failures.allSatisfy { $0.error == .busy })
    }
}
