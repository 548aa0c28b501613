import KernelTesting
import RateLimitingAPI
import RateLimitingCore
import RateLimitingTesting
import Testing

struct RateLimitFieldsTests {
    @Test func fieldsAreStructuredAsInTheDraft() async throws {
        let date = ManualDate()
        let policy = RateLimitPolicy(maxAttempts: 10, window: 300)
        let limiter = RateLimiter("login", policy: policy, store: InMemoryAttempts(), now: date.now)
        #expect(RateLimitFields.policy("login", policy) == #""login";q=10;w=300"#)
        #expect(RateLimitFields.state("login", try await limiter.admit("ada")) == #""login";r=9;t=300"#)
        date.advance(by: .milliseconds(1_500))
        #expect(RateLimitFields.state("login", try await limiter.admit("ada")) == #""login";r=8;t=299"#)
        for _ in 0..<20 { _ = try await limiter.admit("ada") }
        #expect(RateLimitFields.state("login", try await limiter.admit("ada")) == #""login";r=0;t=299"#)
    }

    @Test func aNameIsAStringOfPrintableASCII() {
        #expect(
            RateLimitFields.policy("a\"b\\c\r\nd", RateLimitPolicy(maxAttempts: 1, window: 1)) == #""a\"b\\cd";q=1;w=1"#
        )
    }
}
