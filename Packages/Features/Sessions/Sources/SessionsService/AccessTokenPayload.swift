import CoreModels
import FoundationEssentials

/// The claims of an access token (RFC 9068, section 2.2): no more about the
/// person than is needed.
struct AccessTokenPayload: Codable, Sendable {
    let issuer: String
    let subject: UserID
    let audience: String
    let clientID: String
    let expiresAt: Date
    let issuedAt: Date
    /// When the person proved who they are: at the beginning of the session.
    let authenticatedAt: Date
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
        case tokenID = "jti"
        case sessionID = "sid"
        case scope
        case confirmation = "cnf"
    }

    /// The claims that have to be there: all but one.
    static let required = Set(CodingKeys.allCases.map(\.rawValue)).subtracting([CodingKeys.confirmation.rawValue])
}
