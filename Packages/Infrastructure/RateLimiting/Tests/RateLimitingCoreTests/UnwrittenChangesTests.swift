import FoundationEssentials
import KernelTesting
import RateLimitingAPI
import RateLimitingCore
import RateLimitingTesting
import Testing

/// What becomes of attempts whose end a store can't take note of.
struct UnwrittenChangesTests {
    private let date = ManualDate()
    private let store = InMemoryAttempts()
    private let unwritten = UnwrittenChanges()

    /// Each is another one, as limiters are made anew wherever they are needed.
    private var limiter: RateLimiter {
        RateLimiter(
            "login", policy: RateLimitPolicy(maxAttempts: 5, window: 300, lockout: 900), store: store,
            unwritten: unwritten, now: date.now)
    }

    /// Does something while the disk is full.
    private func whileFull(_ work: () async throws(RateLimitingError) -> Void) async {
        store.fail(with: .unavailable(reason: "full"))
        await #expect(throws: RateLimitingError.unavailable(reason: "full")) { try await work() }
        store.fail(with: nil)
    }

    @Test(.requirement("RATE-05")) func aSuccessThatCannotBeWrittenCountsAllTheSame() async throws {
        for _ in 0..<12 {
            #expect(try await limiter.admit("ada").isAllowed)
            await whileFull { () async throws(RateLimitingError) in
                try await limiter.recordAttempt(for: "ada", success: true)
            }
            #expect(try await limiter.failureCount(for: "ada") == 0)
            #expect(try await limiter.remainingLockoutTime(for: "ada") == nil)
        }
        #expect(try await limiter.admit("ada").remaining == 4, "and it is written with the next one")
        let later = RateLimiter("login", policy: limiter.policy, store: store, now: date.now)
        #expect(try await later.attemptCount(for: "ada") == 1)
    }

    @Test func whatCameToNoVerdictIsTakenBackLater() async throws {
        for _ in 0..<4 { _ = try await limiter.admit("ada") }
        for _ in 0..<8 {
            #expect(try await limiter.admit("ada").beginsLockout)
            await whileFull { () async throws(RateLimitingError) in try await limiter.withdraw("ada") }
            #expect(try await limiter.attemptCount(for: "ada") == 4)
            #expect(try await limiter.foresee("ada").isAllowed)
        }
        #expect(try await limiter.admit("ada").isAllowed)
        #expect(try await !limiter.admit("ada").isAllowed, "no attempt is gained by it")
        #expect(try await limiter.remainingLockoutTime(for: "ada") == 900, "it is the first lock still")
    }

    @Test(.requirement("RATE-04")) func whatWasRefusedStaysCounted() async throws {
        for _ in 0..<5 {
            #expect(try await limiter.admit("ada").isAllowed)
            store.fail(with: .unavailable(reason: "full"))
            await #expect(throws: RateLimitingError.self) { try await limiter.admit("ada") }
            store.fail(with: nil)
        }
        #expect(try await !limiter.admit("ada").isAllowed)
    }

    @Test(.requirement("RATE-05")) func aFailureThatCannotBeWrittenCountsToo() async throws {
        for _ in 0..<5 {
            await whileFull { () async throws(RateLimitingError) in
                try await limiter.recordAttempt(for: "192.0.2.1", success: false)
            }
        }
        #expect(try await limiter.remainingLockoutTime(for: "192.0.2.1") == 900)
        #expect(try await !limiter.admit("192.0.2.1").isAllowed)
        #expect(try await limiter.admit("192.0.2.2").isAllowed, "others don't owe it")
    }

    @Test func aResetThatCannotBeWrittenEndsTheLock() async throws {
        for _ in 0..<5 { _ = try await limiter.admit("ada") }
        await whileFull { () async throws(RateLimitingError) in try await limiter.reset(for: "ada") }
        #expect(try await limiter.admit("ada").remaining == 4)
    }

    @Test func onlySoMuchIsKept() async throws {
        store.fail(with: .unavailable(reason: "full"))
        for number in 0..<10_010 {
            _ = try? await limiter.recordAttempt(for: "\(number)", success: false)
        }
        store.fail(with: nil)
        #expect(try await limiter.failureCount(for: "9999") == 1)
        #expect(try await limiter.failureCount(for: "10000") == 0)
    }
}
