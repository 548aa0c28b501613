public import FoundationEssentials

/// Signs and verifies JSON Web Tokens: JWS in compact form (RFC 7515, 7519),
/// under the rules of RFC 8725.
///
/// Threads may share it. In claims, `Date` is written as whole seconds since
/// 1970 (NumericDate) and read as seconds.
public protocol JSONWebTokenCoding: Sendable {
    /// Signs claims, which have to encode as a JSON object.
    ///
    /// - Parameters:
    ///   - type: The `typ` of the header, such as `at+jwt`: it keeps tokens made
    ///     for one purpose from being used for another.
    ///   - keyID: The `kid`: how who verifies it calls the key; nil for its thumbprint.
    ///   - key: The key.
    /// - Throws: ``JSONWebTokenError/malformed(reason:)`` if the claims don't
    ///   encode as an object, ``JSONWebTokenError/failed(_:)``.
    func sign(
        _ claims: some Encodable, type: String, keyID: String?, using key: any SigningKey
    ) throws(JSONWebTokenError) -> String

    /// Verifies a token and returns its claims.
    ///
    /// Nothing of the token is believed before the signature is checked, apart
    /// from `kid`, which only picks one of `keys`; the algorithm is the key's
    /// own. Times are checked with the leeway of the expectations.
    ///
    /// - Parameters:
    ///   - keys: The keys that may have signed it, by `kid`.
    ///   - now: The present time.
    /// - Throws: Each case of ``JSONWebTokenError``, as described there.
    func verify<Claims: Decodable>(
        _ token: String, as claims: Claims.Type, expecting expectations: JSONWebTokenExpectations,
        keys: [String: any VerificationKey], now: Date
    ) throws(JSONWebTokenError) -> Claims
}

extension JSONWebTokenCoding {
    /// Signs claims with a key that is known by its thumbprint.
    public func sign(
        _ claims: some Encodable, type: String, using key: any SigningKey
    ) throws(JSONWebTokenError) -> String {
        try sign(claims, type: type, keyID: nil, using: key)
    }
}
