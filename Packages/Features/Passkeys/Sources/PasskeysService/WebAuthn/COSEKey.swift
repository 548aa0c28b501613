package import CryptographyAPI
package import FoundationEssentials

/// A public key as authenticators give it: a COSE_Key (RFC 9052, section 7; RFC
/// 9053, section 7; RFC 8230, section 4).
///
/// It has the members of its kind and `alg`, and no other (WebAuthn level 3, section
/// 6.5.1).
package struct COSEKey: Hashable, Sendable {
    /// What it is in the form that the cryptography reads.
    package let jsonWebKey: JSONWebKey
    /// For what it is.
    package let algorithm: SignatureAlgorithm

    /// The algorithms that are asked for, the first one rather, by their numbers (IANA,
    /// COSE Algorithms).
    package static let algorithms: [(number: Int, name: SignatureAlgorithm)] = [
        (-7, .es256), (-8, .edDSA), (-257, .rs256),
    ]

    package init(jsonWebKey: JSONWebKey, algorithm: SignatureAlgorithm) {
        self.jsonWebKey = jsonWebKey
        self.algorithm = algorithm
    }

    /// Reads a key; nil for what is none, or for another algorithm.
    package init?(_ value: CBOR) {
        guard let members = value.map, let number = members[.key(3)]?.number,
            let algorithm = Self.algorithms.first(where: { $0.number == number })?.name
        else { return nil }
        func text(_ key: Int) -> String? { members[.key(key)]?.bytes.map { Base64URL.encode($0) } }
        let kind = members[.key(1)]?.number, curve = members[.key(-1)]?.number
        switch (algorithm, kind, curve, members.count) {
        case (.es256, 2, 1, 5):
            // The other half of a point is never left out (section 5.8.5).
            guard let x = text(-2), let y = text(-3) else { return nil }
            jsonWebKey = JSONWebKey(keyType: "EC", curve: "P-256", x: x, y: y, algorithm: algorithm.rawValue)
        case (.edDSA, 1, 6, 4):
            guard let x = text(-2) else { return nil }
            jsonWebKey = JSONWebKey(keyType: "OKP", curve: "Ed25519", x: x, algorithm: algorithm.rawValue)
        case (.rs256, 3, nil, 4):
            // Authenticators have no other exponent; all of a size take as long to verify.
            guard let modulus = text(-1), let exponent = text(-2), exponent == Self.exponent else { return nil }
            jsonWebKey = JSONWebKey(
                keyType: "RSA", modulus: modulus, exponent: exponent, algorithm: algorithm.rawValue)
        default: return nil
        }
        self.algorithm = algorithm
    }

    /// 65537 in base64url.
    static let exponent = "AQAB"

    /// Reads a key that is all of the bytes.
    package init?(_ data: Data) {
        guard let value = try? CBOR(data) else { return nil }
        self.init(value)
    }

    /// Whether somebody who has the other half signed the data (WebAuthn level 3, section
    /// 6.5.5).
    package func isValid(
        _ signature: Data, for data: Data, _ signatures: any SigningKeyMaking
    ) throws(CryptographyError) -> Bool {
        let raw = algorithm == .es256 ? ECDSASignature.raw(fromDER: signature) : signature
        guard let raw else { return false }
        return try signatures.makeForeignVerificationKey(jsonWebKey).isValid(raw, for: data)
    }
}
