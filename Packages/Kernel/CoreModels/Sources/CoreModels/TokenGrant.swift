/// The tokens of a session, as a server grants them (RFC 6749, section 5.1).
///
/// It is the one place where the tokens become text: encoding and decoding are
/// meant for the wire and for the vault, never for logs.
public struct TokenGrant: Codable, Sendable {
    /// The token that proves the session at each request, for minutes.
    public let accessToken: Secret
    /// How the access token is presented: `Bearer` or `DPoP`.
    public let tokenType: String
    /// For how many seconds the access token is valid.
    public let expiresIn: Int
    /// The token that gets the next grant, once.
    public let refreshToken: Secret
    /// What the access token allows, separated by spaces.
    public let scope: String

    private enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshToken = "refresh_token"
        case scope
    }

    /// Creates a grant.
    public init(accessToken: Secret, tokenType: String, expiresIn: Int, refreshToken: Secret, scope: String) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.scope = scope
    }

    /// Decodes a grant; empty tokens and life times that aren't positive are
    /// refused, since such an answer would end the session it should begin.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func token(_ key: CodingKeys) throws -> Secret {
            let text = try container.decode(String.self, forKey: key)
            guard !text.isEmpty else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "empty token")
            }
            return Secret(text)
        }
        accessToken = try token(.accessToken)
        refreshToken = try token(.refreshToken)
        tokenType = try container.decode(String.self, forKey: .tokenType)
        expiresIn = try container.decode(Int.self, forKey: .expiresIn)
        scope = try container.decodeIfPresent(String.self, forKey: .scope) ?? ""
        guard expiresIn > 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .expiresIn, in: container, debugDescription: "a life time must be positive")
        }
    }

    /// Encodes the grant with its tokens in the clear.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(accessToken, forKey: .accessToken)
        try container.encode(tokenType, forKey: .tokenType)
        try container.encode(expiresIn, forKey: .expiresIn)
        try container.encode(refreshToken, forKey: .refreshToken)
        try container.encode(scope, forKey: .scope)
    }
}
