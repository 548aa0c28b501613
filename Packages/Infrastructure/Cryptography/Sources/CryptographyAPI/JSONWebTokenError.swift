/// Why a token was refused, or couldn't be signed.
public enum JSONWebTokenError: Error, Equatable, Sendable {
    /// The token is longer than the limit; nothing of it was parsed.
    case tooLarge(limit: Int)
    /// The token doesn't have the form of RFC 7515 and 7519.
    case malformed(reason: String)
    /// The header has a member that could make the verifier take a key or a
    /// meaning from the token itself: `jwk`, `jku`, `x5u`, `crit`, …
    case forbiddenHeader(String)
    /// The header has no or another `typ`.
    case wrongType
    /// The header names no key, or one that isn't known.
    case unknownKey
    /// The `alg` of the header isn't that of the key: `none`, `HS256`, …
    case wrongAlgorithm
    /// The signature isn't that of the key.
    case invalidSignature
    /// The time of `exp` has come.
    case expired
    /// The time of `nbf` or `iat` has yet to come.
    case notYetValid
    /// The token comes from another issuer.
    case wrongIssuer
    /// The token is for somebody else.
    case wrongAudience
    /// A required claim isn't there.
    case missingClaim(String)
    /// The library underneath failed.
    case failed(CryptographyError)
}

extension JSONWebTokenError: CustomStringConvertible {
    /// What logs say.
    public var description: String {
        switch self {
        case .tooLarge(let limit): "more than \(limit) bytes"
        case .malformed(let reason): "malformed: \(reason)"
        case .forbiddenHeader(let name): "a header with \(name)"
        case .wrongType: "wrong typ"
        case .unknownKey: "unknown key"
        case .wrongAlgorithm: "wrong alg"
        case .invalidSignature: "wrong signature"
        case .expired: "expired"
        case .notYetValid: "not valid yet"
        case .wrongIssuer: "wrong iss"
        case .wrongAudience: "wrong aud"
        case .missingClaim(let name): "no \(name)"
        case .failed(let error): "\(error)"
        }
    }
}
