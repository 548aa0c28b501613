import AccountsServiceAPI
import CaptchaServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import LoginServiceAPI
import RateLimitingAPI
import TelemetryAPI

/// Locks those out who guess passwords, and not the owner (D6).
///
/// Failures count per account and per client address. A device on which
/// somebody signed in to the account before has a counter of its own, which
/// strangers can't reach.
struct LoginLockout: Sendable {
    /// What counts failures on an account, under its name: strangers', and those of the person's devices.
    static let limiters = ["login.account", "login.device"]

    private let tokens: DeviceTokens
    private let accounts: any RateLimiting
    private let devices: any RateLimiting
    private let addresses: any RateLimiting
    private let semaphore = KeyedSemaphore()
    private let captcha: LoginCaptcha?
    /// How many wrong passwords of one address are answered as if it were a
    /// stranger's first.
    private let freeOfAddress: Int
    private let lockouts: any Counter
    private let log: Logger

    init(
        policy: LockoutPolicy, limiters: any RateLimiterMaking, tokens: DeviceTokens,
        captcha: (any CaptchaVerifying)?, lockouts: any Counter, log: Logger
    ) {
        func limiter(_ name: String, _ failures: Int, hardLimit: Int?) -> any RateLimiting {
            let policy = RateLimitPolicy(
                maxAttempts: failures, window: policy.window, lockout: policy.duration,
                longestLockout: LockoutPolicy.longestDuration, hardLimit: hardLimit)
            return limiters.limiter(name, policy: policy)
        }
        accounts = limiter(Self.limiters[0], policy.failures, hardLimit: LockoutPolicy.hardLimit)
        devices = limiter(Self.limiters[1], policy.failures, hardLimit: LockoutPolicy.hardLimit)
        addresses = limiter("login.address", policy.addressFailures, hardLimit: nil)
        self.captcha = captcha.flatMap { [addresses] in LoginCaptcha(policy, verifying: $0, addresses: addresses) }
        freeOfAddress = self.captcha?.freeOfAddress ?? policy.addressFailures
        self.tokens = tokens
        self.lockouts = lockouts
        self.log = log
    }

    /// The device that a token is of; nil for none, one of another account or of a
    /// password that was replaced, and one with so many failures that its owner is hardly there: it counts as a
    /// stranger until somebody logs in on it again.
    func device(_ token: Secret?, of email: EmailAddress) async throws -> String? {
        guard let id = try await tokens.device(token, of: email) else { return nil }
        let device = try await tokens.accountName(of: email) + "." + id
        return try await devices.failureCount(for: device) >= LockoutPolicy.hardLimit ? nil : device
    }

    /// A token for a device on which somebody signed in with this password.
    func issueToken(for password: PasswordVersion) async throws -> Secret { try await tokens.issue(for: password) }

    /// The counter of a session: whoever has one logged in on that device.
    ///
    /// - Returns: nil when there were so many failures that only logging in
    ///   again helps.
    func device(of session: SessionID, at email: EmailAddress) async throws -> String? {
        let device = try await tokens.accountName(of: email) + ".session-\(session)"
        return try await devices.failureCount(for: device) >= LockoutPolicy.hardLimit ? nil : device
    }

    /// The password was not checked, and will be when a challenge is answered.
    struct UnansweredCaptcha: Error {
        let challenge: String
    }

    /// What came of an attempt.
    enum Outcome {
        /// The password was checked; the challenge is what has to be answered with
        /// the next attempt.
        case checked(PasswordAuthentication, nextChallenge: String? = nil)
        /// It was not, and won't be for so many seconds.
        case locked(TimeInterval)
    }

    /// Checks a password, unless there were too many wrong ones.
    ///
    /// Attempts on one account go one after another, each with the verdict on
    /// the ones before; those of one address go side by side as long as all of
    /// them could be wrong without anything coming of it. So guesses side by
    /// side are no way around the limit, and right passwords side by side don't
    /// lock each other out.
    ///
    /// - Parameter answer: What was answered to a CAPTCHA; nil where nobody is
    ///   asked one.
    /// - Throws: ``UnansweredCaptcha``, and what `check` throws; the attempt
    ///   doesn't count then.
    func attempt(
        _ email: EmailAddress, on device: String?, from peer: IPAddress, answer: Answer? = nil,
        check: () async throws -> PasswordAuthentication
    ) async throws -> Outcome {
        let counter: Counted
        if let device {
            counter = Counted(limiter: devices, identifier: device)
        } else {
            counter = Counted(limiter: accounts, identifier: try await tokens.accountName(of: email))
        }
        // Everybody takes the address's turn first, so that nobody waits in a circle.
        guard device == nil else { return try await inTurn(counter) { try await attempt(counter, nil, answer, check) } }
        let address = peer.client.description, crowd = "\(addresses.name) \(address)"
        try await semaphore.wait(crowd) { [addresses, freeOfAddress] in
            freeOfAddress - (try await addresses.attemptCount(for: address))
        }
        return try await passing(crowd) {
            try await inTurn(counter) { try await attempt(counter, address, answer, check) }
        }
    }

    private func inTurn(_ counter: Counted, _ attempt: () async throws -> Outcome) async throws -> Outcome {
        let name = "\(counter.limiter.name) \(counter.identifier)"
        try await semaphore.wait(name)
        return try await passing(name, after: attempt)
    }

    private func passing(_ name: String, after attempt: () async throws -> Outcome) async throws -> Outcome {
        do {
            let outcome = try await attempt()
            await semaphore.signal(name)
            return outcome
        } catch {
            await semaphore.signal(name)
            throw error
        }
    }

    private func attempt(
        _ counter: Counted, _ address: String?, _ answer: Answer?,
        _ check: () async throws -> PasswordAuthentication
    ) async throws -> Outcome {
        if let address, let wait = try await addresses.remainingLockoutTime(for: address) {
            report(addresses, address, wait)
            return .locked(wait)
        }
        if let answer, let challenge = try await captcha?.missing(from: answer, to: counter, address) {
            throw UnansweredCaptcha(challenge: challenge)
        }
        let admission = try await counter.limiter.admit(counter.identifier)
        guard admission.isAllowed else {
            report(counter.limiter, counter.identifier, admission.reset)
            return .locked(admission.reset)
        }
        let authentication: PasswordAuthentication
        do {
            authentication = try await check()
        } catch {
            // If that can't be written, the limiter makes up for it before the next attempt.
            try? await counter.limiter.withdraw(counter.identifier)
            throw error
        }
        switch authentication {
        case .accepted:
            try await counter.limiter.recordAttempt(for: counter.identifier, success: true)
        case .rejected:
            if admission.beginsLockout { lockouts.increment() }
            // A success doesn't clear this one: strangers have accounts, too.
            if let address, try await addresses.recordAttempt(for: address, success: false) { lockouts.increment() }
            log.debug(
                "attempt failed",
                ["counter": counter.limiter.name, "identifier": counter.identifier, "left": admission.remaining])
        }
        guard case .rejected = authentication, let answer else { return .checked(authentication) }
        let next = try await captcha?.missing(from: Answer(text: nil, peer: answer.peer), to: counter, address)
        return .checked(authentication, nextChallenge: next)
    }

    private func report(_ limiter: any RateLimiting, _ identifier: String, _ wait: TimeInterval) {
        log.warning(
            "login locked",
            [
                "counter": limiter.name, "identifier": identifier, "seconds": Int(wait.rounded(.up)),
                "count": limiter.policy.maxAttempts,
            ])
    }

    /// What counts the failures of somebody.
    struct Counted {
        let limiter: any RateLimiting
        let identifier: String
    }

    /// What was answered to a challenge, and by whom.
    struct Answer {
        let text: Secret?
        let peer: IPAddress
    }
}

extension LoginLockout: DeviceRecognizing {
    func issueToken(for email: EmailAddress) async throws -> Secret { try await tokens.issue(for: email) }
}

extension LoginLockout: LockoutClearing {
    func clearLockout(of email: EmailAddress) async throws(RateLimitingError) {
        let name: String
        do {
            name = try await tokens.accountName(of: email)
        } catch {
            throw .unavailable(reason: "\(error)")
        }
        try await accounts.reset(for: name)
    }
}
