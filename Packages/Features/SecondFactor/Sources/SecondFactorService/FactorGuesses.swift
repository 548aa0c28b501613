import CoreModels
import LoginServiceAPI
import RateLimitingAPI
import SessionsServiceAPI

/// Counts wrong codes by person and by what the person did before.
///
/// With one count for all, whoever has stolen one way in would lock the owner out of the
/// second step without end. There are as many counts as the owner has ways in: one for the
/// password, one for each link with a provider, and one for all sessions, since whoever has
/// a session makes others.
struct FactorGuesses: Sendable {
    private let passwords: any RateLimiting
    private let origins: any RateLimiting
    private let sessions: any RateLimiting

    /// - Parameter policy: How many there may be in each of the counts.
    init(limiters: any RateLimiterMaking, policy: RateLimitPolicy) {
        passwords = limiters.limiter("second-factor", policy: policy)
        origins = limiters.limiter("second-factor.origin", policy: policy)
        sessions = limiters.limiter("second-factor.session", policy: policy)
    }

    /// What counts the wrong codes that follow a first step.
    func counter(of user: UserID, after first: FirstStep) -> (limiter: any RateLimiting, identifier: String) {
        switch first {
        case .login(.registration, _), .login(.password, _), .login(.waited, _): (passwords, user.description)
        case .login(.provider, let origin), .login(.passkey, let origin): (origins, origin?.way ?? user.description)
        case .login(.browser, _), .login(.device, _), .session: (sessions, user.description)
        }
    }

    /// Ends the locks of those who had to know the password: it is another one now.
    func forgetThose(whoKnewThePasswordOf user: UserID) async throws(RateLimitingError) {
        try await passwords.reset(for: user.description)
        try await sessions.reset(for: user.description)
    }
}
