public import CoreModels

/// Exchanges refresh tokens for new tokens.
///
/// Any number of calls may run at once, with the same token too: all of them
/// are granted the same successor.
public protocol SessionRefreshing: Sendable {
    /// Grants new tokens for a refresh token, and makes it old.
    ///
    /// An old token is granted its successor again for the time of grace, and
    /// as long as that successor was not used: its first answer may have been
    /// lost. After that, using it means that somebody copied it, and ends every
    /// session of the account: who has one token may have more.
    ///
    /// A session that is bound to a key is renewed with that key only; without
    /// it nothing is granted, and nothing else happens.
    ///
    /// When this method returns, the change is on disk.
    func refresh(_ refreshToken: Secret, on client: SessionClient) async throws(SessionsError) -> RefreshOutcome
}

/// What became of a refresh token.
public enum RefreshOutcome: Sendable {
    /// It was exchanged.
    case rotated(TokenGrant)
    /// It was exchanged before, and its successor was granted again.
    case repeated(TokenGrant)
    /// It is worth nothing any more.
    case refused(RefreshRefusal)
    /// The same, to the device of the session, which proved its key: it may be
    /// told why.
    case refusedToItsDevice(RefreshRefusal)
    /// It is worth nothing to this client, which proved another key than that
    /// of the session, or none.
    case unproven(hasOtherKey: Bool)
}

/// Why a refresh token is worth nothing.
public enum RefreshRefusal: String, Hashable, Sendable, CaseIterable {
    /// It was never granted, or so long ago that nothing is known of it.
    case unknown
    /// It had been exchanged before; all sessions of the account were ended
    /// because of it.
    case reused
    /// The session was ended because another token of the account was reused.
    case endedByReuse = "ended_by_reuse"
    /// The session was ended because the account was suspended.
    case suspended = "account_suspended"
    /// The account is deleted, or is about to be.
    case closed = "account_closed"
    /// Whoever runs the server has ended the session.
    case endedByOperator = "ended_by_operator"
    /// It was not used for too long, or the session reached its greatest age.
    case expired
    /// The session was ended.
    case ended
    /// The session isn't bound to a key, and the server wants all to be.
    case unbound
}
