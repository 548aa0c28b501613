public import CoreModels
package import FoundationEssentials
public import SQLStoreAPI

/// Gives a session other tokens, within the transaction of those who know why
/// the ones before shall be worth nothing.
///
/// Any number of calls may run at once.
public protocol SessionTokenReplacing: Sendable {
    /// Makes a refresh token: what needs no transaction.
    ///
    /// - Throws: `unavailable`.
    func prepareTokens() throws(SessionsError) -> PreparedTokens

    /// Replaces the tokens of a session.
    ///
    /// The access tokens of before are refused as soon as the transaction is
    /// committed.
    ///
    /// With its refresh token, this is an exchange of that: as long as the new
    /// one was not used, the old one is granted it again (`SessionRefreshing`),
    /// so that a lost answer costs nobody the session. Without, what was
    /// granted before is worth nothing at once.
    ///
    /// - Parameter refreshToken: The refresh token of the session, if the client
    ///   sent it.
    /// - Returns: What to grant after the commit; nil when the session is over,
    ///   the refresh token isn't a live one of it, or the client has another
    ///   key. Nothing was changed then.
    /// - Throws: What should undo the transaction.
    func replaceTokens(
        of id: SessionID, holding refreshToken: Secret?, with tokens: PreparedTokens, on client: SessionClient,
        in transaction: any SQLWriting
    ) throws -> TokenReplacement?

    /// Grants the new tokens.
    func grant(_ replacement: TokenReplacement) async throws(SessionsError) -> TokenGrant
}

/// A refresh token that nobody has yet.
public struct PreparedTokens: Sendable {
    package let token: Secret
    package let hash: Data

    package init(token: Secret, hash: Data) {
        self.token = token
        self.hash = hash
    }
}

/// Tokens that were replaced in a transaction.
public struct TokenReplacement: Sendable {
    /// The session.
    public let id: SessionID
    package let userID: UserID
    package let startedAt: Date
    package let isVerified: Bool
    package let authentication: Authentication
    package let keyThumbprint: String?
    package let refreshToken: Secret
    package let since: Date

    package init(
        id: SessionID, userID: UserID, startedAt: Date, isVerified: Bool,
        authentication: Authentication, keyThumbprint: String?, refreshToken: Secret, since: Date
    ) {
        self.id = id
        self.userID = userID
        self.startedAt = startedAt
        self.isVerified = isVerified
        self.authentication = authentication
        self.keyThumbprint = keyThumbprint
        self.refreshToken = refreshToken
        self.since = since
    }
}
