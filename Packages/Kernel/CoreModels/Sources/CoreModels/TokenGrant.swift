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

    /// How many characters a token may have: more fits into no request.
    public static let tokenLimit = 4_096

    /// Decodes a grant; tokens that can't be sent and life times that aren't
    /// positive are refused, since such an answer would end the session it
    /// should begin.
    ///
    /// RFC 6749, appendix A.12 and A.17: tokens are visible ASCII characters.
    /// What else there is in one, such as the end of a line, could become
    /// another header field.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func token(_ key: CodingKeys) throws -> Secret {
            let text = try container.decode(String.self, forKey: key)
            guard (1...Self.tokenLimit).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else {
                throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "not a token")
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
        let words = [(tokenType, CodingKeys.tokenType, 32), (scope, .scope, Self.tokenLimit)]
        for (text, key, limit) in words
        where text.utf8.count > limit || !text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "not a word")
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
