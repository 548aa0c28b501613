import CaptchaServiceAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import RateLimitingAPI
import ServerKeysAPI

extension ServerKeyPurpose {
    /// Makes the names under which requests for an account are counted.
    static let recoveryName = ServerKeyPurpose("password-recovery.account-name.1")
}

/// Asks those for a CAPTCHA who want many messages, so that nobody floods others
/// with mail, or tries addresses by the thousand, for nothing (RECOV-13).
///
/// Requests are counted for each account and each client address, whether or
/// not there is such an account.
struct RecoveryCaptcha: Sendable {
    private let verifying: any CaptchaVerifying
    private let accounts: any RateLimiting
    private let addresses: any RateLimiting
    private let free: Int
    private let authentication: any MessageAuthenticating
    private let serverKeys: any ServerKeyProviding

    /// For how many seconds a request counts.
    private static let window: TimeInterval = 3_600
    /// How many more are free for a client address, behind which many people
    /// may stand; the proportion of the locks (D6).
    private static let peoplePerAddress = 6
    /// How many requests are counted at most; with them the work is the hardest.
    private static let most = 200

    /// - Parameter free: How many requests in an hour need no CAPTCHA.
    init(
        free: Int, verifying: any CaptchaVerifying, limiters: any RateLimiterMaking,
        authentication: any MessageAuthenticating, serverKeys: any ServerKeyProviding
    ) {
        // It counts, and refuses nothing.
        let policy = RateLimitPolicy(maxAttempts: Self.most, window: Self.window)
        accounts = limiters.limiter("recovery.account", policy: policy)
        addresses = limiters.limiter("recovery.address", policy: policy)
        self.verifying = verifying
        self.free = free
        self.authentication = authentication
        self.serverKeys = serverKeys
    }

    /// Counts a request, unless it has to be paid for and isn't.
    ///
    /// - Returns: The challenge that has to be answered first; nil if there is
    ///   none, or if it was answered.
    func missing(from answer: Secret?, for email: EmailAddress, from peer: IPAddress) async throws -> String? {
        let account = try await name(of: email), address = peer.client.description
        let abuse = max(
            try await accounts.attemptCount(for: account) - free,
            try await addresses.attemptCount(for: address) - free * Self.peoplePerAddress,
            verifying.demand(from: peer) ?? -1)
        if abuse >= 0 {
            guard let answer, try await verifying.accepts(answer, abuse: abuse, from: peer) else {
                return try await verifying.challenge(abuse: abuse)
            }
        }
        try await accounts.recordAttempt(for: account, success: false)
        try await addresses.recordAttempt(for: address, success: false)
        return nil
    }

    /// What was typed stands neither in the database nor in the log.
    ///
    /// Accounts whose addresses look alike are counted together; nothing clears that count.
    private func name(of email: EmailAddress) async throws -> String {
        let code = try authentication.authenticationCode(
            for: Data(email.countingKey.utf8), using: try await serverKeys.key(for: .recoveryName))
        return Base64URL.encode(code.prefix(15))
    }
}
