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
    /// Whether people can prove their address, which they have to then.
    let asksForProof: @Sendable () -> Bool

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
        let isVerified = session.isVerified || !asksForProof()
        let scope = SessionScope.granted(isVerified: isVerified).map(\.rawValue).joined(separator: " ")
        let proved = session.authentication.provedHere
        do {
            let payload = AccessTokenPayload(
                issuer: issuer(), subject: session.userID, audience: issuer(), clientID: Self.clientID,
                expiresAt: issuedAt.addingTimeInterval(Double(seconds)), issuedAt: issuedAt,
                authenticatedAt: proved?.date, references: proved?.references, level: proved?.level.rawValue,
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

    /// Verifies a token, the first time that it comes, and returns what it says.
    ///
    /// - Parameter digest: SHA-256 of the whole token, its signature included.
    func verify(_ token: String, digest: Data, at now: Date) async throws -> VerifiedToken {
        let keys = try await keyring.keys()
        return try keys.verified.token(digest, at: now) { try verify(token, with: keys, at: now) }
    }

    private func verify(_ token: String, with keys: SigningKeyring.Keys, at now: Date) throws -> VerifiedToken {
        let expectations = JSONWebTokenExpectations(
            type: Self.type, issuer: issuer(), audience: issuer(), requiredClaims: AccessTokenPayload.required,
            leeway: Self.leeway)
        let claims = try tokens.verify(
            token, as: AccessTokenPayload.self, expecting: expectations, keys: keys.verifying, now: now)
        return VerifiedToken(
            subject: claims.subject, sessionID: claims.sessionID,
            scopes: Set(claims.scope.split(separator: " ").map { SessionScope(rawValue: String($0)) }),
            issuedAt: claims.issuedAt, expiresAt: claims.expiresAt)
    }
}

extension SessionScope {
    /// What a session allows: less until the address is proved.
    static func granted(isVerified: Bool) -> [SessionScope] {
        isVerified ? [.feedRead, .feedWrite] : [.feedRead]
    }
}

extension AccessTokens: TokenSigning {
    func sign(_ claims: some Encodable & Sendable) async throws(SessionsError) -> String {
        let keys = try await keyring.keys()
        do {
            return try tokens.sign(claims, type: Self.foreignType, using: keys.signing)
        } catch {
            throw SessionsError(error)
        }
    }

    private static let foreignType = "JWT"

    func claims<Claims: Decodable & Sendable>(
        of token: String, as type: Claims.Type, at now: Date
    ) async throws(SessionsError) -> Claims? {
        let keys = try await keyring.keys()
        let expectations = JSONWebTokenExpectations(
            type: Self.foreignType, issuer: issuer(), leeway: Self.leeway, maximumByteCount: 16 * 1_024)
        return try? tokens.verify(token, as: type, expecting: expectations, keys: keys.verifying, now: now)
    }
}

/// The claims of an access token (RFC 9068, section 2.2): no more about the
/// person than is needed.
struct AccessTokenPayload: Codable, Sendable {
    let issuer: String
    let subject: UserID
    let audience: String
    let clientID: String
    let expiresAt: Date
    let issuedAt: Date
    /// When the person proved last who they are by this very session; nil if they never did.
    let authenticatedAt: Date?
    /// How (RFC 8176); nil in tokens from before it was said as well.
    let references: [String]?
    /// How much that proves, likewise.
    let level: String?
    let tokenID: String
    let sessionID: SessionID
    let scope: String
    /// The key to which the token is bound (RFC 9449, section 6.1).
    let confirmation: Confirmation?

    struct Confirmation: Codable, Sendable {
        let keyThumbprint: String

        private enum CodingKeys: String, CodingKey {
            case keyThumbprint = "jkt"
        }
    }

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case issuer = "iss"
        case subject = "sub"
        case audience = "aud"
        case clientID = "client_id"
        case expiresAt = "exp"
        case issuedAt = "iat"
        case authenticatedAt = "auth_time"
        case references = "amr"
        case level = "acr"
        case tokenID = "jti"
        case sessionID = "sid"
        case scope
        case confirmation = "cnf"
    }

    /// The claims that have to be there.
    static let required = Set(CodingKeys.allCases.map(\.rawValue)).subtracting(
        [CodingKeys.confirmation, .authenticatedAt, .references, .level].map(\.rawValue))
}
