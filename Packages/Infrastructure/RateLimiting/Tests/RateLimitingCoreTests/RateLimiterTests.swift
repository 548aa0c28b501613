import FoundationEssentials
import KernelTesting
import RateLimitingAPI
import RateLimitingCore
import RateLimitingTesting
import Testing

struct RateLimiterTests {
    private let date = ManualDate()
    private let store = InMemoryAttempts()

    @Test func whatStandsInForADatabaseKeepsTheContract() async throws {
        try await AttemptStoringConformance { _ in InMemoryAttempts() }.run()
    }

    private func makeLimiter(_ policy: RateLimitPolicy) -> RateLimiter {
        RateLimiter("login", policy: policy, store: store, now: date.now)
    }

    private func makeLimiter(
        maxAttempts: Int = 5, windowSeconds: TimeInterval = 300, lockoutSeconds: TimeInterval = 900
    ) -> RateLimiter {
        RateLimiter(
            maxAttempts: maxAttempts, windowSeconds: windowSeconds, lockoutSeconds: lockoutSeconds, store: store,
            now: date.now)
    }

    private func fail(_ limiter: RateLimiter, times: Int, as identifier: String = "ada") async throws {
        for _ in 0..<times { #expect(try await limiter.admit(identifier).isAllowed) }
    }

    @Test(.requirement("RATE-02", "RATE-03")) func itsDefaultsAreFiveInFiveMinutesAndFifteenMinutesOfLock() {
        let policy = RateLimiter(store: store, now: date.now).policy
        #expect(policy == RateLimitPolicy(maxAttempts: 5, window: 300, lockout: 900))
    }

    @Test(.requirement("RATE-01", "RATE-04", "RATE-06")) func theFifthAttemptLocksAndTheSixthIsRefused() async throws {
        let limiter = makeLimiter()
        for remaining in [4, 3, 2, 1] {
            let admission = try await limiter.admit("ada")
            #expect(admission.isAllowed && admission.remaining == remaining && !admission.beginsLockout)
            #expect(try await limiter.remainingLockoutTime(for: "ada") == nil)
        }
        let fifth = try await limiter.admit("ada")
        #expect(fifth.isAllowed && fifth.remaining == 0 && fifth.beginsLockout)
        let sixth = try await limiter.admit("ada")
        #expect(!sixth.isAllowed && sixth.reset == 900)
        #expect(try await limiter.remainingLockoutTime(for: "ada") == 900)
    }

    @Test(
        .requirement("RATE-04", "RATE-06", "LOGIN-22"),
        arguments: [
            (300.0, 0.0, false), (300, 299, false), (300, 300, true), (300, 301, true), (900, 899, false),
            (900, 901, true),
        ]) func aLockEndsAtItsSecond(lockout: TimeInterval, later: TimeInterval, isAllowed: Bool) async throws
    {
        let limiter = makeLimiter(lockoutSeconds: lockout)
        try await fail(limiter, times: 5)
        date.advance(by: .seconds(later))
        #expect(try await limiter.remainingLockoutTime(for: "ada") == (isAllowed ? nil : lockout - later))
        #expect(try await limiter.admit("ada").isAllowed == isAllowed)
    }

    @Test(.requirement("RATE-04", "RATE-08"), arguments: [(299.0, 4), (300, 1), (301, 1)])
    func attemptsOlderThanTheWindowDropOut(later: TimeInterval, count: Int) async throws {
        let limiter = makeLimiter()
        try await fail(limiter, times: 3)
        date.advance(by: .seconds(later))
        try await fail(limiter, times: 1)
        #expect(try await limiter.attemptCount(for: "ada") == count)
    }

    @Test func theWindowSlides() async throws {
        let limiter = makeLimiter(lockoutSeconds: 0)
        for _ in 0..<5 {
            try await fail(limiter, times: 1)
            date.advance(by: .seconds(60))
        }
        #expect(try await limiter.admit("ada").isAllowed, "the first of them is 300 s old")
        let refused = try await limiter.admit("ada")
        #expect(!refused.isAllowed && refused.reset == 60, "there is room when the second one is 300 s old")
        #expect(try await limiter.remainingLockoutTime(for: "ada") == nil, "without a lock")
    }

    @Test(.requirement("RATE-03", "LOGIN-19")) func eachFurtherLockDoublesUpToTheLongest() async throws {
        let limiter = makeLimiter(
            RateLimitPolicy(maxAttempts: 5, window: 300, lockout: 900, longestLockout: 14_400))
        for seconds in [900.0, 1_800, 3_600, 7_200, 14_400, 14_400] {
            try await fail(limiter, times: 5)
            #expect(try await limiter.remainingLockoutTime(for: "ada") == seconds)
            date.advance(by: .seconds(seconds))
        }
        try await limiter.recordAttempt(for: "ada", success: true)
        try await fail(limiter, times: 5)
        #expect(try await limiter.remainingLockoutTime(for: "ada") == 900, "a success begins anew")
    }

    @Test(.requirement("RATE-03")) func afterTheHardLimitNoTimeHelps() async throws {
        let limiter = makeLimiter(
            RateLimitPolicy(maxAttempts: 5, window: 300, lockout: 900, longestLockout: 14_400, hardLimit: 100))
        for _ in 0..<20 {
            try await fail(limiter, times: 5)
            date.advance(by: .seconds(14_400))
        }
        date.advance(by: .seconds(30 * 86_400))
        let refused = try await limiter.admit("ada")
        #expect(!refused.isAllowed && refused.isFinal)
        #expect(try await limiter.failureCount(for: "ada") == 100)
        try await limiter.reset(for: "ada")
        #expect(try await limiter.failureCount(for: "ada") == 0)
        #expect(try await limiter.admit("ada").isAllowed)
    }

    @Test(.requirement("RATE-05")) func aSuccessClearsTheHistoryAndTheLock() async throws {
        let limiter = makeLimiter()
        try await fail(limiter, times: 5)
        try await limiter.recordAttempt(for: "ada", success: true)
        #expect(try await limiter.attemptCount(for: "ada") == 0)
        #expect(try await limiter.remainingLockoutTime(for: "ada") == nil)
    }

    @Test(.requirement("RATE-05")) func aFailureCountsAndTheLastOneLocks() async throws {
        let limiter = makeLimiter()
        for _ in 0..<4 { #expect(try await !limiter.recordAttempt(for: "ada", success: false)) }
        #expect(try await limiter.recordAttempt(for: "ada", success: false))
        #expect(try await limiter.remainingLockoutTime(for: "ada") == 900)
        #expect(try await !limiter.recordAttempt(for: "ada", success: false), "no lock grows by itself")
        #expect(try await limiter.attemptCount(for: "ada") == 5)
    }

    @Test func whatCameToNoVerdictDoesNotCount() async throws {
        let limiter = makeLimiter()
        try await fail(limiter, times: 5)
        try await limiter.withdraw("ada")
        #expect(try await limiter.attemptCount(for: "ada") == 4)
        #expect(try await limiter.failureCount(for: "ada") == 4)
        #expect(try await limiter.remainingLockoutTime(for: "ada") == nil)
        try await fail(limiter, times: 1)
        #expect(try await limiter.remainingLockoutTime(for: "ada") == 900, "it was the first lock still")
    }

    @Test(.requirement("RATE-07")) func resetsForgetOneOrAll() async throws {
        let limiter = makeLimiter()
        for name in ["ada", "bob", "cleo"] { try await fail(limiter, times: 5, as: name) }
        let other = RateLimiter("other", store: store, now: date.now)
        try await fail(other, times: 2)
        try await limiter.reset(for: "ada")
        #expect(try await limiter.admit("ada").isAllowed)
        #expect(try await !limiter.admit("bob").isAllowed)
        try await limiter.resetAll()
        #expect(try await limiter.admit("bob").isAllowed)
        #expect(try await limiter.admit("cleo").isAllowed)
        #expect(try await other.attemptCount(for: "ada") == 2)
    }

    @Test(.requirement("RATE-13")) func identifiersDoNotInfluenceEachOther() async throws {
        let limiter = makeLimiter()
        try await fail(limiter, times: 5)
        #expect(try await limiter.admit("bob").isAllowed)
        #expect(try await limiter.attemptCount(for: "bob") == 1)
    }

    @Test(.requirement("RATE-04")) func ofManyAtOnceFiveGetThrough() async throws {
        let limiter = makeLimiter()
        let allowed = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 { group.addTask { try await limiter.admit("ada").isAllowed } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(allowed == 5)
    }

    /// Who asks at once is counted in an order of chance, and not in that of the
    /// clock.
    @Test(.requirement("RATE-04")) func attemptsThatOvertakeEachOtherAllCount() async throws {
        let limiter = makeLimiter()
        for _ in 0..<5 {
            try await fail(limiter, times: 1)
            date.advance(by: .milliseconds(-1))
        }
        #expect(try await !limiter.admit("ada").isAllowed)
        #expect(try await limiter.attemptCount(for: "ada") == 5)
    }

    @Test func aClockThatIsSetBackFreesNobodyAndHoldsNobodyUpForLonger() async throws {
        let limiter = makeLimiter(lockoutSeconds: 0)
        try await fail(limiter, times: 5)
        date.advance(by: .seconds(-365 * 86_400))
        let refused = try await limiter.admit("ada")
        #expect(!refused.isAllowed && refused.reset == 300)
        date.advance(by: .seconds(300))
        #expect(try await limiter.admit("ada").isAllowed)
    }

    @Test func aClockThatIsSetBackLocksNobodyForLonger() async throws {
        let limiter = makeLimiter()
        date.advance(by: .seconds(365 * 86_400))
        try await fail(limiter, times: 5)
        date.advance(by: .seconds(-365 * 86_400))
        #expect(try await !limiter.admit("ada").isAllowed)
        date.advance(by: .seconds(901))
        #expect(try await limiter.admit("ada").isAllowed)
    }

    @Test func aStoreThatFailsAllowsNothing() async throws {
        store.fail(with: .unavailable(reason: "full"))
        await #expect(throws: RateLimitingError.unavailable(reason: "full")) { try await makeLimiter().admit("ada") }
    }
}
