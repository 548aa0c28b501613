import CryptographyAPI

/// The part of a token that is read before the signature is checked.
struct JSONWebTokenHeader: Codable {
    var algorithm: String
    var keyID: String?
    var type: String?

    private enum CodingKeys: String, CodingKey {
        case algorithm = "alg"
        case keyID = "kid"
        case type = "typ"
    }

    /// Members that bring a key along or change how the rest is to be read
    /// (RFC 7515 section 4.1, RFC 7797, RFC 7516); RFC 8725 sections 3.1 and 3.10
    /// tell why a verifier with keys of its own wants none of them.
    static let forbiddenMembers: Set<String> = [
        "jwk", "jku", "x5u", "x5c", "x5t", "x5t#S256", "crit", "b64", "zip", "enc", "epk",
    ]

    /// Those of them that say nothing but which certificate the key has.
    static let certificateHashes: Set<String> = ["x5t", "x5t#S256"]

    /// Whether the type is `expected`.
    ///
    /// Media types have no case, and `application/` may be left out (RFC 7515
    /// section 4.1.9).
    func isType(_ expected: String) -> Bool {
        guard let type else { return false }
        return Self.canonicalType(type) == Self.canonicalType(expected)
    }

    private static func canonicalType(_ type: String) -> String {
        let lowercase = type.lowercased()
        let prefix = "application/"
        return lowercase.hasPrefix(prefix) ? String(lowercase.dropFirst(prefix.count)) : lowercase
    }
}
