public import CoreModels
public import FoundationEssentials

/// The session of this device, as it is kept between runs of the program.
public struct StoredSession: Sendable {
    /// The person, as the server described them last.
    public let user: User
    /// The session's identifier; nil when the server's tokens don't tell it.
    public let id: SessionID?
    /// The tokens.
    public let grant: TokenGrant
    /// When the grant was received, by the clock of this device.
    public let receivedAt: Date

    /// Creates a session.
    public init(user: User, id: SessionID?, grant: TokenGrant, receivedAt: Date) {
        self.user = user
        self.id = id
        self.grant = grant
        self.receivedAt = receivedAt
    }

    /// Creates a session from an answer of the server; its identifier is read
    /// from the access token.
    public init(user: User, grant: TokenGrant, receivedAt: Date) {
        let id = AccessTokenClaims(of: grant.accessToken)?.sessionID
        self.init(user: user, id: id, grant: grant, receivedAt: receivedAt)
    }

    /// The same session with the tokens of a later grant.
    public func renewed(with grant: TokenGrant, receivedAt: Date) -> StoredSession {
        let id = AccessTokenClaims(of: grant.accessToken)?.sessionID ?? id
        return StoredSession(user: user, id: id, grant: grant, receivedAt: receivedAt)
    }

    /// The same session with a newer description of the person.
    public func describing(_ user: User) -> StoredSession {
        StoredSession(user: user, id: id, grant: grant, receivedAt: receivedAt)
    }

    /// For how long the access token is still valid, reckoned from the moment
    /// it was received and the server's `expires_in`, so that it doesn't
    /// matter what time the server thinks it is.
    ///
    /// - Returns: Zero when it has expired, and when the clock was set back
    ///   beyond the moment of receipt, since nothing is known then.
    public func accessTimeLeft(at now: Date) -> Duration {
        let age = now.timeIntervalSince(receivedAt)
        guard age >= 0, age < Double(grant.expiresIn) else { return .zero }
        return .seconds(Double(grant.expiresIn) - age)
    }

    /// Whether both hold the same refresh token, and so are the same state of
    /// the same session.
    public func isSame(as other: StoredSession) -> Bool {
        grant.refreshToken.isEqual(to: other.grant.refreshToken)
    }
}
