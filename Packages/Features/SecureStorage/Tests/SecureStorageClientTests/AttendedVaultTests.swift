import CoreModels
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

struct AttendedVaultTests {
    private let spy = SecretStoreSpy()
    private let reporter = ReporterSpy()
    private let clock = ManualClock()
    private let name: SecretName

    init() throws {
        name = try SampleSecrets.name()
    }

    /// Runs the clock while `body` waits on it.
    private func driving<Value: Sendable>(_ pauses: Int, _ body: @escaping @Sendable () async throws -> Value)
        async throws
        -> Value
    {
        let task = Task { try await body() }
        for _ in 0..<pauses {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(1))
        }
        return try await task.value
    }

    @Test func behavesAsAStore() async throws {
        try await SecretStoreConformance {
            StoreWithLocks(InMemorySecretStore()) { AttendedVault($0, reporter: ReporterSpy()) }
        }.run()
    }

    @Test(.requirement("STORE-24")) func triesAgainWhatMaySucceed() async throws {
        spy.failNext(.busy, .verificationFailed)
        let store = AttendedVault(spy, reporter: reporter, attempts: 3, clock: clock)
        let name = name
        try await driving(2) { try await store.save(Secret("value"), as: name) }
        #expect(spy.calls == [.save(name), .save(name), .save(name)])
        #expect(reporter.failures.isEmpty, "nothing failed in the end")
        #expect(try await text(of: name, in: spy) == "value")
    }

    @Test(.requirement("STORE-12", "STORE-24")) func reportsWhenEveryAttemptFailed() async throws {
        spy.failNext(.busy, .busy, .deviceFailure(path: "/v"))
        let store = AttendedVault(spy, reporter: reporter, attempts: 3, clock: clock)
        let name = name
        await #expect(throws: SecretStoreError.retriesExhausted(attempts: 3, last: .deviceFailure(path: "/v"))) {
            try await driving(2) { try await store.save(Secret("value"), as: name) }
        }
        #expect(spy.calls.count == 3)
        #expect(reporter.failures.map(\.operation) == [.save], "once, of all attempts")
    }

    @Test(.requirement("STORE-24")) func doesNotRepeatWhatCannotSucceed() async throws {
        spy.failNext(.wrongKey)
        let store = AttendedVault(spy, reporter: reporter, clock: clock)
        await #expect(throws: SecretStoreError.wrongKey) { try await store.save(Secret("value"), as: name) }
        #expect(spy.calls.count == 1)
    }

    @Test(.requirement("STORE-07", "STORE-24")) func triesReadingAgainToo() async throws {
        try await spy.save(Secret("value"), as: name)
        spy.failNext(.busy)
        let store = AttendedVault(spy, reporter: reporter, clock: clock)
        let name = name
        let found = try await driving(1) { try await text(of: name, in: store) }
        #expect(found == "value")
    }

    @Test(.requirement("STORE-24")) func stopsTryingWhenCancelled() async throws {
        spy.failNext(.busy)
        let store = AttendedVault(spy, reporter: reporter, clock: clock)
        let name = name
        let task = Task { try await store.save(Secret("value"), as: name) }
        await clock.waitForSleepers()
        task.cancel()
        await #expect(throws: SecretStoreError.cancelled) { try await task.value }
        #expect(spy.calls.count == 1)
    }

    @Test(.requirement("STORE-08", "STORE-12", "STORE-13")) func tellsOfEachFailureAndPassesItOn() async throws {
        let store = AttendedVault(FailingSecretStore(error: .wrongKey), reporter: reporter)
        let name = try SampleSecrets.name("ana@example.com")
        #expect(await problem(of: name, in: store) == .wrongKey)
        await #expect(throws: SecretStoreError.wrongKey) { try await store.save(Secret("value"), as: name) }
        await #expect(throws: SecretStoreError.wrongKey) { try await store.remove(name) }
        await #expect(throws: SecretStoreError.wrongKey) { try await store.removeAll() }
        await #expect(throws: SecretStoreError.wrongKey) { try await store.update(name) { _ in .keep } }
        #expect(reporter.failures.map(\.operation) == [.read, .save, .remove, .removeAll, .update])
        #expect(reporter.failures.map(\.kind) == ["sample", "sample", "sample", nil, "sample"])
        #expect(reporter.failures.allSatisfy { $0.error == .wrongKey })
    }
}
