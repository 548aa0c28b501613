import CryptographyAPI
import FoundationEssentials

/// The claims whose meaning RFC 7519 section 4.1 fixes and that are checked
/// here.
struct RegisteredClaims: Decodable {
    private let issuer: String?
    private let audience: Audience?
    private let expiresAt: Double?
    private let notBefore: Double?
    private let issuedAt: Double?

    private enum CodingKeys: String, CodingKey {
        case issuer = "iss"
        case audience = "aud"
        case expiresAt = "exp"
        case notBefore = "nbf"
        case issuedAt = "iat"
    }

    /// One text, or a list of them.
    private struct Audience: Decodable {
        let members: [String]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let one = try? value.decode(String.self) {
                members = [one]
            } else {
                members = try value.decode([String].self)
            }
        }
    }

    /// Checks issuer, audience and times.
    func check(_ expectations: JSONWebTokenExpectations, now: Date) throws(JSONWebTokenError) {
        if let expected = expectations.issuer, issuer != expected { throw .wrongIssuer }
        if let expected = expectations.audience, audience?.members.contains(expected) != true {
            throw .wrongAudience
        }
        let seconds = now.timeIntervalSince1970
        let leeway = expectations.leeway / .seconds(1)
        // RFC 7519 section 4.1.4: not on the second of `exp` or after it.
        if let expiresAt, seconds >= expiresAt + leeway { throw .expired }
        if let notBefore, seconds < notBefore - leeway { throw .notYetValid }
        if let issuedAt, seconds < issuedAt - leeway { throw .notYetValid }
    }
}
