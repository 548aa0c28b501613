import FoundationEssentials
import KernelTesting
import RateLimitingAPI
import RateLimitingCore
import RateLimitingSQL
import RateLimitingTesting
import SQLStoreAPI
import SQLStoreTesting
import Testing

struct SQLAttemptsTests {
    private let date = ManualDate()

    @Test(.requirement("RATE-04", "FEED-63")) func keepsTheContract() async throws {
        try await AttemptStoringConformance(SQLAttempts.migration) { SQLAttempts(database: $0) }.run()
    }

    private func makeLimiter(_ store: TemporaryDatabase, capacity: Int = 100) -> RateLimiter {
        RateLimiter(store: SQLAttempts(database: store.database, capacity: capacity), now: date.now)
    }

    @Test(.requirement("RATE-01", "LOGIN-21")) func whatWasCountedOutlivesTheServer() async throws {
        let store = try await TemporaryDatabase(SQLAttempts.migration)
        let before = makeLimiter(store)
        for _ in 0..<5 { _ = try await before.admit("ada") }
        _ = try await before.admit("bob")
        try await store.reopen()
        let after = makeLimiter(store)
        #expect(try await after.remainingLockoutTime(for: "ada") == 900)
        #expect(try await !after.admit("ada").isAllowed)
        #expect(try await after.attemptCount(for: "bob") == 1)
    }

    @Test(.requirement("FEED-63")) func whatIsCountedInATransactionIsKeptOrUndoneWithIt() async throws {
        struct Failure: Error {}
        let store = try await TemporaryDatabase(SQLAttempts.migration)
        let limiter = RateLimiter(
            "comments", policy: RateLimitPolicy(maxAttempts: 2, window: 3_600),
            store: SQLAttempts(database: store.database), now: date.now)
        for isKept in [true, false, true] {
            try? await store.database.write { db in
                #expect(try limiter.admit("ada", in: db).isAllowed)
                if !isKept { throw Failure() }
            }
        }
        #expect(try await limiter.attemptCount(for: "ada") == 2)
        #expect(try await limiter.foresee("ada").reset == 3_600)
        try await store.reopen()
        let after = RateLimiter(
            "comments", policy: limiter.policy, store: SQLAttempts(database: store.database), now: date.now)
        date.advance(by: .seconds(3_599))
        let refused = try await store.database.write { db in try after.admit("ada", in: db) }
        #expect(!refused.isAllowed && refused.reset == 1)
        date.advance(by: .seconds(1))
        #expect(try await after.foresee("ada").isAllowed)
        #expect(try await after.attemptCount(for: "ada") == 0, "nothing is counted by asking")
    }

    @Test(.requirement("RATE-04")) func ofManyAtOnceFiveGetThrough() async throws {
        let limiter = makeLimiter(try await TemporaryDatabase(SQLAttempts.migration))
        let allowed = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 { group.addTask { try await limiter.admit("ada").isAllowed } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(allowed == 5)
    }

    /// The database keeps whole milliseconds, which may lie ahead.
    @Test(.requirement("RATE-04")) func attemptsWithinAMillisecondAllCount() async throws {
        date.value = Date(timeIntervalSince1970: 1_700_000_000.000_6)
        let limiter = makeLimiter(try await TemporaryDatabase(SQLAttempts.migration))
        for _ in 0..<5 { #expect(try await limiter.admit("ada").isAllowed) }
        #expect(try await !limiter.admit("ada").isAllowed)
    }

    @Test func aSuccessLeavesNoRow() async throws {
        let store = try await TemporaryDatabase(SQLAttempts.migration)
        let limiter = makeLimiter(store)
        _ = try await limiter.admit("ada")
        try await limiter.recordAttempt(for: "ada", success: true)
        #expect(try await rowCount(store) == 0)
    }

    @Test func strangersCannotFillTheDisk() async throws {
        let store = try await TemporaryDatabase(SQLAttempts.migration)
        let limiter = makeLimiter(store, capacity: 10)
        for number in 0..<30 {
            _ = try await limiter.admit("user\(number)")
            date.advance(by: .milliseconds(1))
        }
        #expect(try await rowCount(store) == 10)
        #expect(try await limiter.attemptCount(for: "user29") == 1)
        #expect(try await limiter.attemptCount(for: "user19") == 0, "those longest ago went")
    }

    /// Counting all of them at each stranger would make strangers expensive.
    @Test func allAreCountedOnlyWhenThereMayBeTooMany() async throws {
        let store = try await TemporaryDatabase(SQLAttempts.migration)
        let limiter = makeLimiter(store, capacity: 10)
        _ = try await limiter.admit("user0")
        for number in 100..<120 {
            _ = try await makeLimiter(store).admit("user\(number)")
            date.advance(by: .milliseconds(1))
        }
        _ = try await limiter.admit("user1")
        #expect(try await rowCount(store) == 22)
        for number in 2..<10 { _ = try await limiter.admit("user\(number)") }
        #expect(try await rowCount(store) == 30)
        _ = try await limiter.admit("user10")
        #expect(try await rowCount(store) == 10)
    }

    @Test func whatIsAskedEachTimeGoesAlongAnIndex() async throws {
        let store = try await TemporaryDatabase(SQLAttempts.migration)
        let limiter = makeLimiter(store)
        for name in ["ada", "bob", "ada"] { _ = try await limiter.admit(name) }
        try await limiter.recordAttempt(for: "ada", success: true)
        #expect(try await limiter.attemptCount(for: "bob") == 1)
        #expect(try await store.wholeTableReads().allSatisfy { $0 == "SELECT count(*) FROM rate_limits" })
    }

    @Test func afterAMonthAnIdentifierIsForgotten() async throws {
        let store = try await TemporaryDatabase(SQLAttempts.migration)
        let limiter = makeLimiter(store)
        _ = try await limiter.admit("ada")
        date.advance(by: .seconds(30 * 86_400 - 1))
        _ = try await limiter.admit("bob")
        for rows in [2, 1] {
            try await store.sweep([SQLAttempts.sweep(date.now)])
            #expect(try await rowCount(store) == rows)
            date.advance(by: .seconds(1))
        }
    }

    @Test func resetAllLeavesOtherLimitersAlone() async throws {
        let store = try await TemporaryDatabase(SQLAttempts.migration)
        let limiter = makeLimiter(store)
        let other = RateLimiter("other", store: SQLAttempts(database: store.database), now: date.now)
        _ = try await limiter.admit("ada")
        _ = try await other.admit("ada")
        try await limiter.resetAll()
        #expect(try await limiter.attemptCount(for: "ada") == 0)
        #expect(try await other.attemptCount(for: "ada") == 1)
    }

    private func rowCount(_ store: TemporaryDatabase) async throws -> Int? {
        try await store.database.read { db in try db.value("SELECT count(*) FROM rate_limits", as: Int.self) }
    }
}
