package import CoreModels
package import FoundationEssentials
import Locking
package import SessionsServiceAPI

/// What an access token says, once its signature was found to hold.
package struct VerifiedToken: Sendable {
    package let subject: UserID
    package let sessionID: SessionID
    package let scopes: Set<SessionScope>
    package let issuedAt: Date
    package let expiresAt: Date

    package init(
        subject: UserID, sessionID: SessionID, scopes: Set<SessionScope>, issuedAt: Date, expiresAt: Date
    ) {
        self.subject = subject
        self.sessionID = sessionID
        self.scopes = scopes
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }
}

/// Remembers the access tokens in use by their digests, so that a signature is
/// checked once, for as long as the keys are in use that verified them.
///
/// Only what a token itself says is remembered: whether its session goes on is
/// asked at each request.
package final class VerifiedTokens: Sendable {
    private let capacity: Int
    private let tokens = Locked<[Data: VerifiedToken]>([:])

    package init(capacity: Int = 10_000) {
        self.capacity = capacity
    }

    /// The token of a digest, which is verified if it isn't remembered or its
    /// time isn't now.
    ///
    /// - Parameter digest: SHA-256 of the whole token, its signature included.
    package func token(
        _ digest: Data, at now: Date, verify: () throws -> VerifiedToken
    ) throws -> VerifiedToken {
        if let token = tokens.withLock({ $0[digest] }), token.issuedAt <= now, now < token.expiresAt { return token }
        let token = try verify()
        tokens.withLock { tokens in
            // When there are too many, all are forgotten: verifying those in use
            // again costs less than keeping their order.
            if tokens.count >= capacity { tokens.removeAll(keepingCapacity: true) }
            tokens[digest] = token
        }
        return token
    }
}
