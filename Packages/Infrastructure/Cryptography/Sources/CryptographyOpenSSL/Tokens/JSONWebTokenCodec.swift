import CoreModels
import CryptographyAPI
import FoundationEssentials

/// JSON Web Tokens over any signing keys.
struct JSONWebTokenCodec: JSONWebTokenCoding {
    func sign(
        _ claims: some Encodable, type: String, keyID: String?, using key: any SigningKey
    ) throws(JSONWebTokenError) -> String {
        let header = JSONWebTokenHeader(
            algorithm: key.verificationKey.algorithm.rawValue, keyID: keyID ?? key.verificationKey.thumbprint,
            type: type)
        let payload = try encode(claims)
        guard payload.first == UInt8(ascii: "{") else { throw .malformed(reason: "claims are a JSON object") }
        let input = "\(Base64URL.encode(try encode(header))).\(Base64URL.encode(payload))"
        do {
            return "\(input).\(Base64URL.encode(try key.signature(for: Data(input.utf8))))"
        } catch {
            throw .failed(error)
        }
    }

    func verify<Claims: Decodable>(
        _ token: String, as claims: Claims.Type, expecting expectations: JSONWebTokenExpectations,
        keys: [String: any VerificationKey], now: Date
    ) throws(JSONWebTokenError) -> Claims {
        guard token.utf8.count <= expectations.maximumByteCount else {
            throw .tooLarge(limit: expectations.maximumByteCount)
        }
        let parts = token.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { Substring($0) }
        guard parts.count == 3, let signature = Base64URL.decode(parts[2]) else {
            throw .malformed(reason: "a token has three parts in base64url")
        }
        let header = try header(parts[0], expectations)
        let only = expectations.isForeign && keys.count == 1 ? keys.keys.first : nil
        let key = try key(header.keyID ?? only, of: header.algorithm, among: keys)
        let isValid: Bool
        do {
            isValid = try key.isValid(signature, for: Data("\(parts[0]).\(parts[1])".utf8))
        } catch {
            throw .failed(error)
        }
        guard isValid else { throw .invalidSignature }
        // From here on the token says what its issuer wanted it to say.
        return try self.claims(parts[1], as: claims, expectations, now: now)
    }

    private func header(
        _ part: Substring, _ expectations: JSONWebTokenExpectations
    ) throws(JSONWebTokenError) -> JSONWebTokenHeader {
        let named = try decode(Named<JSONWebTokenHeader>.self, part, "header")
        let harmless = expectations.isForeign ? JSONWebTokenHeader.certificateHashes : []
        let forbidden = named.names.intersection(JSONWebTokenHeader.forbiddenMembers).subtracting(harmless)
        if let forbidden = forbidden.min() { throw .forbiddenHeader(forbidden) }
        guard let header = try? named.value.get() else { throw Self.malformed("header") }
        let isUntyped = expectations.isForeign && (header.type == nil || header.isType("JWT"))
        guard isUntyped || header.isType(expectations.type) else { throw .wrongType }
        return header
    }

    private func key(
        _ keyID: String?, of algorithm: String, among keys: [String: any VerificationKey]
    ) throws(JSONWebTokenError) -> any VerificationKey {
        guard let keyID, let key = keys[keyID] else { throw .unknownKey }
        guard algorithm == key.algorithm.rawValue else { throw .wrongAlgorithm }
        return key
    }

    private func claims<Claims: Decodable>(
        _ part: Substring, as claims: Claims.Type, _ expectations: JSONWebTokenExpectations, now: Date
    ) throws(JSONWebTokenError) -> Claims {
        let named = try decode(Named<Both<RegisteredClaims, Claims>>.self, part, "claims")
        if let missing = expectations.requiredClaims.subtracting(named.namesOfValues).min() {
            throw .missingClaim(missing)
        }
        guard let both = try? named.value.get() else { throw Self.malformed("claims") }
        try both.first.check(expectations, now: now)
        guard let claims = try? both.second.get() else { throw Self.malformed("claims") }
        return claims
    }

    private static func malformed(_ name: String) -> JSONWebTokenError {
        .malformed(reason: "the \(name) isn't a JSON object of the expected form")
    }

    private func encode(_ value: some Encodable) throws(JSONWebTokenError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var value = encoder.singleValueContainer()
            guard let seconds = Int64(exactly: date.timeIntervalSince1970.rounded(.down)) else {
                throw EncodingError.invalidValue(
                    date, .init(codingPath: encoder.codingPath, debugDescription: "The date is out of range."))
            }
            try value.encode(seconds)
        }
        do {
            return try encoder.encode(value)
        } catch {
            throw .malformed(reason: "the claims can't be encoded")
        }
    }

    private func decode<Value: Decodable>(
        _ type: Value.Type, _ part: Substring, _ name: String
    ) throws(JSONWebTokenError) -> Value {
        guard let data = Base64URL.decode(part) else { throw .malformed(reason: "the \(name) isn't base64url") }
        do {
            return try WireDecoder(dates: .secondsSince1970).decode(type, from: data)
        } catch {
            throw Self.malformed(name)
        }
    }
}
