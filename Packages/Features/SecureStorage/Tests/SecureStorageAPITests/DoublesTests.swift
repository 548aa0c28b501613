import CoreModels
import KernelTesting
import SecureStorageAPI
import SecureStorageTesting
import Testing

struct DoublesTests {
    @Test(.requirement("STORE-06", "STORE-09", "STORE-10", "STORE-19")) func memoryBehavesAsAStore() async throws {
        try await SecretStoreConformance { InMemorySecretStore() }.run()
    }

    @Test func aSpyBehavesAsWhatItSpiesOn() async throws {
        try await SecretStoreConformance { SecretStoreSpy() }.run()
    }

    @Test func aSpyRecordsAndFailsOnDemand() async throws {
        let spy = SecretStoreSpy()
        let name = try SampleSecrets.name()
        spy.failNext(.busy, .wrongKey)
        await #expect(throws: SecretStoreError.busy) { try await spy.save(Secret("1"), as: name) }
        await #expect(throws: SecretStoreError.wrongKey) { try await spy.read(name).get() }
        try await spy.save(Secret("2"), as: name)
        #expect(spy.calls == [.save(name), .read(name), .save(name)])
    }

    @Test func theLockOfAMemoryIsWaitedForOnItsClock() async throws {
        let clock = ManualClock()
        let store = InMemorySecretStore(clock: clock)
        let name = try SampleSecrets.name()
        try await store.withLock(named: name) { () async throws(SecretStoreError) in
            let second = Task {
                try await store.withLock(named: name, waitingAtMost: .milliseconds(1)) {
                    () async throws(SecretStoreError) in
                }
            }
            await clock.waitForSleepers()
            clock.advance(by: .milliseconds(1))
            await #expect(throws: SecretStoreError.busy) { try await second.value }
        }
    }
}
