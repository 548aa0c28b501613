public import CoreModels

/// Ends sessions.
///
/// Any number of calls may run at once. When a method returns, the sessions
/// are ended on disk and all their tokens are refused.
public protocol SessionEnding: Sendable {
    /// Ends the session to which a refresh token belongs or belonged.
    ///
    /// - Returns: Whether there was such a session and it was not over yet.
    @discardableResult
    func endSession(holding refreshToken: Secret, because reason: SessionEndReason) async throws(SessionsError) -> Bool

    /// Ends one session of a person.
    ///
    /// - Returns: Whether the person had such a session and it was not over yet.
    @discardableResult
    func endSession(
        _ id: SessionID, of user: UserID, because reason: SessionEndReason
    ) async throws(SessionsError) -> Bool

    /// Ends all sessions of a person, except the one that is named.
    ///
    /// - Returns: Those that were ended.
    @discardableResult
    func endSessions(
        of user: UserID, except kept: SessionID?, because reason: SessionEndReason
    ) async throws(SessionsError) -> [SessionID]
}

/// Why a session was ended.
public enum SessionEndReason: String, Hashable, Sendable, CaseIterable {
    /// The person logged out.
    case logout
    /// The person ended it from another device.
    case terminated
    /// An old refresh token of the account was used again: somebody has a copy.
    case reuse
    /// It was not used for too long, or reached its greatest age.
    case expired
    /// The password was changed.
    case passwordChanged = "password_changed"
    /// Somebody logged in again on the same device.
    case replaced
    /// The person deletes the account.
    case accountClosed = "account_closed"
    /// Whoever runs the server has suspended the account.
    case suspended = "account_suspended"
    /// Whoever runs the server has ended it.
    case endedByOperator = "ended_by_operator"
    /// The provider by whose word it began takes that back: the person logged out
    /// there, or closed this server out.
    case providerRevoked = "provider_revoked"
    /// The way in by which it began was removed.
    case wayRemoved = "way_in_removed"
}
