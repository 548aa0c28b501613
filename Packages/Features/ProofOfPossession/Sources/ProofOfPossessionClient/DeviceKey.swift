import CryptographyAPI
import FoundationEssentials
import ProofOfPossessionContract

/// The key of this device, ready to make proofs.
struct DeviceKey: Sendable {
    let signingKey: any SigningKey
    /// The first part of each of its proofs (RFC 9449, section 4.2).
    let header: String

    init?(_ signingKey: any SigningKey) {
        let key = signingKey.verificationKey
        guard key.algorithm == .es256 else { return nil }
        let publicKey = JSONWebKey(
            keyType: key.jsonWebKey.keyType, curve: key.jsonWebKey.curve, x: key.jsonWebKey.x, y: key.jsonWebKey.y)
        guard let header = try? Self.encode(Header(key: publicKey)) else { return nil }
        self.signingKey = signingKey
        self.header = header
    }

    var thumbprint: String { signingKey.verificationKey.thumbprint }

    /// Makes a proof.
    func proof(_ claims: ProofClaims) throws -> String {
        let input = "\(header).\(try Self.encode(claims))"
        return "\(input).\(Base64URL.encode(try signingKey.signature(for: Data(input.utf8))))"
    }

    private static func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Base64URL.encode(try encoder.encode(value))
    }

    private struct Header: Encodable {
        let typ = ProofContract.type
        let alg = ProofContract.algorithm
        let key: JSONWebKey

        private enum CodingKeys: String, CodingKey {
            case typ, alg
            case key = "jwk"
        }
    }
}
