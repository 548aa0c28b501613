import CoreModels
import FoundationEssentials

/// The claims of an access token (RFC 9068, section 2.2): no more about the
/// person than is needed.
struct AccessTokenPayload: Codable, Sendable {
    let iss: String
    let sub: UserID
    let aud: String
    let client_id: String
    let exp: Date
    let iat: Date
    let auth_time: Date
    let jti: String
    let sid: SessionID
    let scope: String

    /// The claims that have to be there.
    static let required: Set<String> = ["iss", "exp", "aud", "sub", "client_id", "iat", "jti", "sid", "scope"]
}
