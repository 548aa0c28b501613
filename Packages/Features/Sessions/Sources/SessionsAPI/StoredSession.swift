public import CoreModels
import CryptographyAPI
import FoundationEssentials

/// The session of this device, as it is kept between runs of the program.
public struct StoredSession: Sendable {
    /// The person, as the server described them last.
    public let user: User
    /// The session's identifier; nil when the server's tokens don't tell it.
    public let id: SessionID?
    /// The tokens.
    public let grant: TokenGrant
    /// When the grant was received; nil when the session was stored by a
    /// program that didn't say so.
    public let receivedAt: BootTime?

    /// Creates a session.
    public init(user: User, id: SessionID?, grant: TokenGrant, receivedAt: BootTime?) {
        self.user = user
        self.id = id
        self.grant = grant
        self.receivedAt = receivedAt
    }

    /// Creates a session from an answer of the server; its identifier is read
    /// from the access token.
    public init(user: User, grant: TokenGrant, receivedAt: BootTime) {
        let id = AccessTokenClaims(of: grant.accessToken)?.sessionID
        self.init(user: user, id: id, grant: grant, receivedAt: receivedAt)
    }

    /// The same session with the tokens of a later grant.
    public func renewed(with grant: TokenGrant, receivedAt: BootTime) -> StoredSession {
        let id = AccessTokenClaims(of: grant.accessToken)?.sessionID ?? id
        return StoredSession(user: user, id: id, grant: grant, receivedAt: receivedAt)
    }

    /// The same session with a newer description of the person.
    public func describing(_ user: User) -> StoredSession {
        StoredSession(user: user, id: id, grant: grant, receivedAt: receivedAt)
    }

    /// The name (RFC 7638) of the key to which the tokens are bound (RFC 9449, section 6.1);
    /// nil where they are bound to none, or don't tell.
    public var keyThumbprint: String? { AccessTokenClaims(of: grant.accessToken)?.keyThumbprint }

    /// For how long the access token is still valid, reckoned from the moment
    /// it was received and the server's `expires_in`, so that it doesn't
    /// matter what time of day this device or the server thinks it is.
    ///
    /// - Returns: Zero when it has expired, and when the machine was started
    ///   anew since the receipt, since nothing is known then.
    public func accessTimeLeft(at now: BootTime) -> Duration {
        guard let age = receivedAt?.duration(to: now) else { return .zero }
        return max(.zero, .seconds(grant.expiresIn) - age)
    }

    /// Whether both hold the same refresh token, and so are the same state of
    /// the same session.
    public func isSame(as other: StoredSession) -> Bool {
        grant.refreshToken.isEqual(to: other.grant.refreshToken)
    }
}

/// What a client can read in an access token that is a JSON Web Token.
///
/// The signature is not checked: only the server can rely on what it says.
public struct AccessTokenClaims: Hashable, Sendable {
    /// The session that the token belongs to.
    public let sessionID: SessionID?
    /// The name of the key to which the token is bound (RFC 9449, section 6.1).
    public let keyThumbprint: String?

    /// Reads a token, or answers nil if it isn't a JSON Web Token.
    ///
    /// RFC 9068 leaves the contents to the server, so every claim is optional;
    /// one of the wrong form counts as absent.
    public init?(of token: Secret) {
        let payload = unsafe token.withUnsafeBytes { bytes -> Data? in
            let parts = unsafe bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard unsafe parts.count == 3, unsafe !parts[2].isEmpty else { return nil }
            return unsafe Base64URL.decode(String(decoding: parts[1], as: UTF8.self))
        }
        guard let payload, let claims = try? WireDecoder().decode(Claims.self, from: payload) else { return nil }
        sessionID = claims.sid
        keyThumbprint = claims.thumbprint
    }

    private struct Claims: Decodable {
        let sid: SessionID?
        let thumbprint: String?

        private enum CodingKeys: CodingKey {
            case sid, cnf
        }

        private struct Confirmation: Decodable {
            let jkt: String?
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            sid = try? container.decode(SessionID.self, forKey: .sid)
            thumbprint = (try? container.decode(Confirmation.self, forKey: .cnf))?.jkt
        }
    }
}
