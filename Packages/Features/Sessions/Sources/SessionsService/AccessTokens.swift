import CoreModels
import CryptographyAPI
import FoundationEssentials
import SessionsServiceAPI

/// Signs and verifies access tokens: JSON Web Tokens by the profile of
/// RFC 9068.
struct AccessTokens: Sendable {
    /// The one client there is: programs of this product.
    private static let clientID = "essential"
    private static let type = "at+jwt"
    /// Signer and verifier share a clock, so only its small corrections are
    /// allowed for.
    private static let leeway = Duration.seconds(5)

    let keyring: SigningKeyring
    let tokens: any JSONWebTokenCoding
    let random: any RandomSource
    let issuer: @Sendable () -> String
    let lifetime: Duration

    /// Grants the tokens of a session: a new access token beside the refresh
    /// token.
    ///
    /// - Parameter end: The greatest age of the session; no access token
    ///   lasts longer.
    func grant(
        _ session: LiveSession, id: SessionID, refreshToken: Secret, at now: Date, notAfter end: Date
    ) async throws(SessionsError) -> TokenGrant {
        let keys = try await keyring.keys()
        let seconds = max(1, min(lifetime.components.seconds, Int64(end.timeIntervalSince(now))))
        // Not one of those that the session refuses.
        let issuedAt = max(now, session.accessSince ?? now)
        let scope = SessionScope.granted(isVerified: session.isVerified).map(\.rawValue).joined(separator: " ")
        do {
            let payload = AccessTokenPayload(
                issuer: issuer(), subject: session.userID, audience: issuer(), clientID: Self.clientID,
                expiresAt: issuedAt.addingTimeInterval(Double(seconds)), issuedAt: issuedAt,
                authenticatedAt: session.startedAt,
                tokenID: try random.text(byteCount: 16), sessionID: id, scope: scope,
                confirmation: session.keyThumbprint.map { AccessTokenPayload.Confirmation(keyThumbprint: $0) })
            let text = try tokens.sign(payload, type: Self.type, using: keys.signing)
            return TokenGrant(
                accessToken: Secret(text), tokenType: session.keyThumbprint == nil ? "Bearer" : "DPoP",
                expiresIn: Int(seconds), refreshToken: refreshToken, scope: scope)
        } catch {
            throw SessionsError(error)
        }
    }

    /// Verifies a token and returns its claims.
    func verify(_ token: String, at now: Date) async throws -> AccessTokenPayload {
        let keys = try await keyring.keys()
        let expectations = JSONWebTokenExpectations(
            type: Self.type, issuer: issuer(), audience: issuer(), requiredClaims: AccessTokenPayload.required,
            leeway: Self.leeway)
        return try tokens.verify(
            token, as: AccessTokenPayload.self, expecting: expectations, keys: keys.verifying, now: now)
    }
}

extension SessionScope {
    /// What a session allows: less until the address is proved.
    static func granted(isVerified: Bool) -> [SessionScope] {
        isVerified ? [.feedRead, .feedWrite] : [.feedRead]
    }
}
