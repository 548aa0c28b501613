import CoreModels
import KernelTesting
import SecureStorageAPI
import SecureStorageClient
import SecureStorageTesting
import Testing

struct FallbackSecretStoreTests {
    private let primary = SecretStoreSpy()
    private let other = SecretStoreSpy()
    private let reporter = ReporterSpy()
    private let name: SecretName

    init() throws {
        name = try SampleSecrets.name()
    }

    private func store(
        _ first: VaultProtection = .keyFile, _ second: VaultProtection = .keyFile
    ) -> FallbackSecretStore {
        FallbackSecretStore(
            primary: .init(store: primary, locks: primary, protection: { first }),
            fallback: .init(store: other, locks: other, protection: { second }), reporter: reporter)
    }

    @Test func behavesAsAStore() async throws {
        try await SecretStoreConformance {
            StoreWithLocks(InMemorySecretStore()) { memory in
                let fallback = InMemorySecretStore()
                return FallbackSecretStore(
                    primary: .init(store: memory, locks: memory, protection: { .keyFile }),
                    fallback: .init(store: fallback, locks: fallback, protection: { .keyFile }),
                    reporter: ReporterSpy())
            }
        }.run()
    }

    @Test(.requirement("STORE-11")) func usesTheOtherStoreOnlyWhenTheFirstFails() async throws {
        try await store().save(Secret("first"), as: name)
        #expect(!other.calls.contains(.save(name)))
        #expect(try await text(of: name, in: primary) == "first")

        primary.failNext(.noSpace(path: "/a"), .noSpace(path: "/a"))  // The lock, then the save.
        try await store().save(Secret("second"), as: name)
        #expect(try await text(of: name, in: other) == "second")
        #expect(reporter.fallbacks == [.noSpace(path: "/a")])
        #expect(try await text(of: name, in: store()) == "second", "not the older one of the first store")

        try await store().save(Secret("third"), as: name)
        #expect(try await text(of: name, in: store()) == "third")
        #expect(await other.read(name).isAbsent, "there are no two of one name")
    }

    @Test(.requirement("STORE-10", "STORE-12")) func aSaveThatLeavesTheOlderOneReadableFails() async throws {
        try await other.save(Secret("older"), as: name)
        other.failNext(.busy)
        await #expect(throws: SecretStoreError.busy) { try await store().save(Secret("newer"), as: name) }
        #expect(try await text(of: name, in: store()) == "older")
    }

    @Test(
        .requirement("STORE-11", "STORE-12"),
        arguments: [
            (VaultProtection.passphrase, VaultProtection.keyFile), (.kernelKeyring, .keyFile),
            (.passphrase, .kernelKeyring), (.kernelKeyring, .passphrase),
        ])
    func failsRatherThanProtectLess(_ first: VaultProtection, _ second: VaultProtection) async throws {
        primary.failNext(.readOnly(path: "/a"), .readOnly(path: "/a"))
        await #expect(
            throws: SecretStoreError.allStoresFailed(
                primary: .readOnly(path: "/a"), fallback: .weakerFallback(second, than: first))
        ) { try await store(first, second).save(Secret("value"), as: name) }
        #expect(await other.read(name).isAbsent)
        // The same or more is fine.
        primary.failNext(.readOnly(path: "/a"), .readOnly(path: "/a"))
        try await store(.keyFile, second).save(Secret("value"), as: name)
    }

    @Test(.requirement("STORE-12")) func tellsBothReasonsWhenBothFail() async throws {
        primary.failNext(.readOnly(path: "/a"), .readOnly(path: "/a"))
        let failing = FallbackSecretStore(
            primary: .init(store: primary, locks: primary, protection: { .keyFile }),
            fallback: .init(
                store: FailingSecretStore(error: .noSpace(path: "/b")), locks: other, protection: { .keyFile }),
            reporter: reporter)
        await #expect(
            throws: SecretStoreError.allStoresFailed(primary: .readOnly(path: "/a"), fallback: .noSpace(path: "/b"))
        ) { try await failing.save(Secret("value"), as: name) }
    }

    @Test(.requirement("STORE-21")) func aBadRequestIsBadEverywhere() async throws {
        await #expect(throws: SecretStoreError.emptyValue) { try await store().save(Secret(""), as: name) }
        #expect(!other.calls.contains(.save(name)))
    }

    @Test(.requirement("STORE-07", "STORE-11")) func whatIsNotKnownIsNotAbsent() async throws {
        primary.failNext(.wrongKey)
        #expect(await problem(of: name, in: store()) == .wrongKey)
        other.failNext(.busy)
        #expect(await problem(of: name, in: store()) == .busy)
        #expect(await store().read(name).isAbsent)
    }

    @Test(.requirement("STORE-08", "STORE-28")) func removesFromBoth() async throws {
        try await primary.save(Secret("1"), as: name)
        try await other.save(Secret("2"), as: name)
        try await store().remove(name)
        #expect(await primary.read(name).isAbsent)
        #expect(await other.read(name).isAbsent)

        try await primary.save(Secret("1"), as: name)
        other.failNext(.busy)
        await #expect(throws: SecretStoreError.busy) { try await store().remove(name) }
        #expect(await primary.read(name).isAbsent, "one that fails doesn't keep the other")

        try await primary.save(Secret("1"), as: name)
        try await store().removeAll()
        #expect(await primary.read(name).isAbsent)
    }

    @Test func doesNotTakeTheLockOfItsCallers() async throws {
        try await primary.withLock(named: name) { () async throws(SecretStoreError) in
            try await store().save(Secret("inside"), as: name)
        }
        #expect(try await text(of: name, in: primary) == "inside")
    }

    @Test(.requirement("STORE-11", "STORE-30", "D13")) func fallsBackFromOneVaultToAnother() async throws {
        let (one, two) = try (VaultFixture(), VaultFixture())
        let disk = FaultyFileSystem()
        let first = try one.vault { $0.fileSystem = disk }
        let second = try two.vault()
        let store = FallbackSecretStore(
            primary: .init(store: first, locks: first, protection: { await first.status().protection }),
            fallback: .init(store: second, locks: second, protection: { await second.status().protection }),
            reporter: reporter)
        try await store.save(Secret("1"), as: name)
        disk.setFault { $0.changesSomething ? 28 : nil }  // ENOSPC
        try await store.save(Secret("2"), as: name)
        #expect(try await text(of: name, in: store) == "2")
        disk.setFault(nil)
        try await store.update(name) { stored in
            guard case .present(let secret) = stored, secret.isEqual(to: Secret("2")) else { return .keep }
            return .save(Secret("3"))
        }
        #expect(try await text(of: name, in: first) == "3")
        #expect(await second.read(name).isAbsent)
    }
}
