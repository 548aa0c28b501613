public import CryptographyAPI
import CryptographyTesting
public import FoundationEssentials
public import HTTPTypes
import ProofOfPossessionContract

/// Makes proofs with a key of its own, good ones and any others.
public struct ProofForge: Sendable {
    /// The key.
    public let key: any SigningKey

    /// Creates a forge with a new key of P-256.
    public init() throws {
        self.init(try Cryptography.real().signatures.makeSigningKey(.es256))
    }

    /// Creates a forge with a key.
    public init(_ key: any SigningKey) {
        self.key = key
    }

    /// The name of the key.
    public var thumbprint: String { key.verificationKey.thumbprint }

    /// The header of a good proof, as JSON.
    public var header: String {
        let key = key.verificationKey.jsonWebKey
        return """
            {"typ":"dpop+jwt","alg":"ES256","jwk":{"kty":"EC","crv":"P-256","x":"\(key.x ?? "")","y":"\(key.y ?? "")"}}
            """
    }

    /// A proof of which everything holds that isn't given.
    ///
    /// - Parameters:
    ///   - method: The method of the request.
    ///   - url: Its address.
    ///   - date: When the proof is made.
    ///   - token: The access token of the request.
    ///   - jti: What tells the proof from others.
    public func proof(
        _ method: HTTPMethod, _ url: String, at date: Date, token: String? = nil, jti: String = UUID().uuidString
    ) throws -> String {
        let ath = try token.map { token in
            Base64URL.encode(try Cryptography.real().hashing.sha256(Data(token.utf8)))
        }
        let claims = ProofClaims(
            identifier: jti, method: method.rawValue, address: url,
            issuedAt: date.timeIntervalSince1970.rounded(.down), accessTokenDigest: ath)
        return try sign(header: header, claims: String(decoding: JSONEncoder().encode(claims), as: UTF8.self))
    }

    /// Signs any text as a header and any text as claims.
    public func sign(header: String, claims: String) throws -> String {
        let input = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.utf8))"
        return "\(input).\(Base64URL.encode(try key.signature(for: Data(input.utf8))))"
    }
}
