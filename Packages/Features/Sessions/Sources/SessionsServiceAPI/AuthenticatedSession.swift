public import CoreModels

/// Who sent a request, as its credentials prove.
public struct AuthenticatedSession: Hashable, Sendable {
    /// The person.
    public let userID: UserID
    /// The session: the device on which the person is logged in.
    public let sessionID: SessionID
    /// What the credentials allow.
    public let scopes: Set<SessionScope>
    /// Whether the person has proved the address, as of now: older than the
    /// credentials, or newer.
    public let isVerified: Bool

    /// Creates a value.
    public init(userID: UserID, sessionID: SessionID, scopes: Set<SessionScope>, isVerified: Bool) {
        self.userID = userID
        self.sessionID = sessionID
        self.scopes = scopes
        self.isVerified = isVerified
    }
}
