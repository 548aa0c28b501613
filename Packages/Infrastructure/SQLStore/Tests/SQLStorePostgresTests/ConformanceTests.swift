import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import Testing

struct ConformanceTests {
    @Test(.requirement("SCALE-01")) func keepsTheContract() async throws {
        try await SQLDatabaseConformance { try await TemporaryPostgres($0) }.run()
    }

    @Test(.requirement("SCALE-01")) func keepsTheContractWhenEachWriteIsRehearsed() async throws {
        try await SQLDatabaseConformance { Rehearsed(try await TemporaryPostgres($0)) }.run()
    }

    private struct Rehearsed: SQLStoreUnderTest {
        private let store: TemporaryPostgres

        init(_ store: TemporaryPostgres) {
            self.store = store
        }

        var database: any SQLDatabase { RehearsingDatabase(store.database) }

        func reopen(with newer: [Migration]?) async throws { try await store.reopen(with: newer) }

        func close() async { await store.close() }
    }
}
