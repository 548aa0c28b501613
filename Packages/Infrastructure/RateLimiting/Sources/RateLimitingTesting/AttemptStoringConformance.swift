import FoundationEssentials
import RateLimitingAPI
package import RateLimitingCore
package import SQLStoreAPI
import SQLStoreTesting
package import Testing

/// What every store of attempts does, whatever it keeps them in.
package struct AttemptStoringConformance {
    private let migrations: [Migration]
    private let make: (any SQLDatabase) -> any AttemptStoring
    private let sourceLocation: SourceLocation
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private static let policy = RateLimitPolicy(maxAttempts: 5, window: 3_600)
    private static let ada = AttemptKey(limiter: "login", identifier: "ada")

    /// Creates a suite.
    ///
    /// - Parameters:
    ///   - migrations: The tables of the store, if it has any.
    ///   - make: Makes the store, which takes part in transactions of a database.
    package init(
        _ migrations: Migration..., sourceLocation: SourceLocation = #_sourceLocation,
        make: @escaping (any SQLDatabase) -> any AttemptStoring
    ) {
        self.migrations = migrations
        self.make = make
        self.sourceLocation = sourceLocation
    }

    /// Runs every check, each with a store of its own.
    package func run() async throws {
        let checks = [keepsWhatChanged, letsNobodyComeBetween, isKeptOrUndoneWithATransaction, forgetsALimiterAlone]
        for check in checks {
            let temporary = try await TemporaryDatabase(migrations)
            try await check(make(temporary.database), temporary.database)
            await temporary.close()
        }
    }

    private static func admit(_ key: AttemptKey = ada, to store: any AttemptStoring) async throws -> Bool {
        try await store.update(key, at: now) { $0.admit(at: now, by: policy).isAllowed }
    }

    private func expect(
        _ count: Int, of key: AttemptKey = ada, in store: any AttemptStoring, _ comment: Comment
    ) async throws {
        let found = try await store.history(of: key).attempts.count
        #expect(found == count, comment, sourceLocation: sourceLocation)
    }

    private func keepsWhatChanged(_ store: any AttemptStoring, _ database: any SQLDatabase) async throws {
        try await expect(0, in: store, "nothing is known of who was never seen")
        for _ in 0..<2 { _ = try await Self.admit(to: store) }
        let history = try await store.history(of: Self.ada)
        #expect(history.attempts == [Self.now, Self.now] && history.failures == 2, sourceLocation: sourceLocation)
        try await store.update(Self.ada, at: Self.now) { $0.clear() }
        try await expect(0, in: store, "what is empty is forgotten")
    }

    private func letsNobodyComeBetween(_ store: any AttemptStoring, _ database: any SQLDatabase) async throws {
        let allowed = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<32 { group.addTask { try await Self.admit(to: store) } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(allowed == 5, "of many at once no more than the policy says", sourceLocation: sourceLocation)
    }

    private func isKeptOrUndoneWithATransaction(_ store: any AttemptStoring, _ database: any SQLDatabase) async throws {
        struct Refused: Error {}
        for isKept in [true, false, true] {
            try? await database.write { db in
                _ = try store.update(Self.ada, at: Self.now, in: db) { $0.admit(at: Self.now, by: Self.policy) }
                if !isKept { throw Refused() }
            }
        }
        try await expect(2, in: store, "once for each transaction that was committed")
    }

    private func forgetsALimiterAlone(_ store: any AttemptStoring, _ database: any SQLDatabase) async throws {
        let other = AttemptKey(limiter: "other", identifier: "ada")
        for key in [Self.ada, other] { _ = try await Self.admit(key, to: store) }
        try await store.removeAll(of: "login")
        try await expect(0, in: store, "all of a limiter are forgotten")
        try await expect(1, of: other, in: store, "those of others are not")
    }
}
