/// A public key in the form of RFC 7517, of the kinds `EC` and `RSA` (RFC 7518)
/// and `OKP` (RFC 8037); each kind has members of its own.
///
/// Text with a secret member (`d`) is refused when decoded: whoever sends one
/// has leaked it already.
public struct JSONWebKey: Hashable, Codable, Sendable {
    /// The kind of key: `EC`, `OKP` or `RSA`.
    public let keyType: String
    /// The curve: `P-256` or `Ed25519`; keys of kind `RSA` have none.
    public let curve: String?
    /// The x coordinate, or the public key itself, in base64url.
    public let x: String?
    /// The y coordinate in base64url; only keys of kind `EC` have it.
    public let y: String?
    /// The modulus in base64url; only keys of kind `RSA` have it.
    public let modulus: String?
    /// The exponent in base64url; only keys of kind `RSA` have it.
    public let exponent: String?
    /// The name of the key.
    public let keyID: String?
    /// What the key is for; `sig` here.
    public let use: String?
    /// The one algorithm that the key is for.
    public let algorithm: String?

    /// Creates a key from its members.
    public init(
        keyType: String, curve: String? = nil, x: String? = nil, y: String? = nil, modulus: String? = nil,
        exponent: String? = nil, keyID: String? = nil, use: String? = nil, algorithm: String? = nil
    ) {
        self.keyType = keyType
        self.curve = curve
        self.x = x
        self.y = y
        self.modulus = modulus
        self.exponent = exponent
        self.keyID = keyID
        self.use = use
        self.algorithm = algorithm
    }

    private enum CodingKeys: String, CodingKey {
        case keyType = "kty"
        case curve = "crv"
        case x, y
        case modulus = "n"
        case exponent = "e"
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
        curve = try members.decodeIfPresent(String.self, forKey: .curve)
        x = try members.decodeIfPresent(String.self, forKey: .x)
        y = try members.decodeIfPresent(String.self, forKey: .y)
        modulus = try members.decodeIfPresent(String.self, forKey: .modulus)
        exponent = try members.decodeIfPresent(String.self, forKey: .exponent)
        keyID = try members.decodeIfPresent(String.self, forKey: .keyID)
        use = try members.decodeIfPresent(String.self, forKey: .use)
        algorithm = try members.decodeIfPresent(String.self, forKey: .algorithm)
    }
}
