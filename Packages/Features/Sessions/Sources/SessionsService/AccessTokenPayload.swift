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
    }

    /// The claims that have to be there: all of them.
    static let required = Set(CodingKeys.allCases.map(\.rawValue))
}
