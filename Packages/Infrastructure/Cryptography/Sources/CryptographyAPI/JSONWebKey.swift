/// A public key in the form of RFC 7517, of the kinds `EC` (RFC 7518) and `OKP`
/// (RFC 8037).
///
/// Text with a secret member (`d`) is refused when decoded: whoever sends one
/// has leaked it already.
public struct JSONWebKey: Hashable, Codable, Sendable {
    /// The kind of key: `EC` or `OKP`.
    public let keyType: String
    /// The curve: `P-256` or `Ed25519`.
    public let curve: String
    /// The x coordinate, or the public key itself, in base64url.
    public let x: String
    /// The y coordinate in base64url; only keys of kind `EC` have it.
    public let y: String?
    /// The name of the key.
    public let keyID: String?
    /// What the key is for; `sig` here.
    public let use: String?
    /// The one algorithm that the key is for.
    public let algorithm: String?

    /// Creates a key from its members.
    public init(
        keyType: String, curve: String, x: String, y: String? = nil, keyID: String? = nil, use: String? = nil,
        algorithm: String? = nil
    ) {
        self.keyType = keyType
        self.curve = curve
        self.x = x
        self.y = y
        self.keyID = keyID
        self.use = use
        self.algorithm = algorithm
    }

    private enum CodingKeys: String, CodingKey {
        case keyType = "kty"
        case curve = "crv"
        case x, y
        case keyID = "kid"
        case use
        case algorithm = "alg"
    }

    private enum SecretKeys: String, CodingKey {
        case d
    }

    /// Decodes a public key and refuses a secret one.
    public init(from decoder: any Decoder) throws {
        guard try !decoder.container(keyedBy: SecretKeys.self).contains(.d) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "The key contains its secret half."))
        }
        let members = try decoder.container(keyedBy: CodingKeys.self)
        keyType = try members.decode(String.self, forKey: .keyType)
        curve = try members.decode(String.self, forKey: .curve)
        x = try members.decode(String.self, forKey: .x)
        y = try members.decodeIfPresent(String.self, forKey: .y)
        keyID = try members.decodeIfPresent(String.self, forKey: .keyID)
        use = try members.decodeIfPresent(String.self, forKey: .use)
        algorithm = try members.decodeIfPresent(String.self, forKey: .algorithm)
    }
}
