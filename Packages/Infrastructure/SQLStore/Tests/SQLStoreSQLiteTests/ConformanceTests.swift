import SQLStoreAPI
import SQLStoreTesting
import Testing

@Suite(.enabled(if: TemporaryDatabase.isFile)) struct ConformanceTests {
    @Test func keepsTheContract() async throws {
        try await SQLDatabaseConformance { try await EngineAlone($0) }.run()
    }

    @Test func keepsTheContractWhenEachWriteIsRehearsed() async throws {
        try await SQLDatabaseConformance { try await TemporaryDatabase($0) }.run()
    }

    /// A store whose closures are called once.
    private struct EngineAlone: SQLStoreUnderTest {
        private let store: TemporaryDatabase

        init(_ migrations: [Migration]) async throws {
            store = try await TemporaryDatabase(migrations)
        }

        var database: any SQLDatabase { store.engine }

        func reopen(with newer: [Migration]?) async throws { try await store.reopen(with: newer) }

        func close() async { await store.close() }
    }
}
