import CaptchaServiceAPI
import RateLimitingAPI

/// Asks for a CAPTCHA where there were failures before (D6), and strangers where an attack
/// goes on (METRIC-05).
struct LoginCaptcha: Sendable {
    private let verifying: any CaptchaVerifying
    private let addresses: any RateLimiting
    private let free: Int
    /// From how many wrong passwords of one address on it is asked.
    let freeOfAddress: Int

    /// Nothing if the policy wants none.
    init?(_ policy: LockoutPolicy, verifying: any CaptchaVerifying, addresses: any RateLimiting) {
        guard let free = policy.captchaAfter else { return nil }
        self.verifying = verifying
        self.addresses = addresses
        self.free = free
        freeOfAddress = free * policy.addressFailures / policy.failures
    }

    /// The challenge that has to be answered before a password is checked; nil
    /// if there is none, if it was answered, and where no answer would help.
    func missing(
        from answer: LoginLockout.Answer, to counter: LoginLockout.Counted, _ address: String?
    ) async throws -> String? {
        let failures = try await counter.limiter.failureCount(for: counter.identifier)
        var abuse = failures - free
        if let address {
            abuse = max(abuse, try await addresses.attemptCount(for: address) - freeOfAddress)
            abuse = max(abuse, verifying.demand(from: answer.peer) ?? abuse)
        }
        guard abuse >= 0, failures < LockoutPolicy.hardLimit,
            try await counter.limiter.remainingLockoutTime(for: counter.identifier) == nil
        else { return nil }
        if let text = answer.text, try await verifying.accepts(text, abuse: abuse, from: answer.peer) { return nil }
        return try await verifying.challenge(abuse: abuse)
    }
}
