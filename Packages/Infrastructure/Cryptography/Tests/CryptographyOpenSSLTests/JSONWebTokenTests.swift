import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import Testing

struct JSONWebTokenTests {
    struct Claims: Codable, Equatable, Sendable {
        var iss: String? = "https://issuer.example"
        var aud: String? = "https://api.example"
        var sub = "user-1"
        var exp: Date? = Date(timeIntervalSince1970: 1300)
        var iat: Date? = Date(timeIntervalSince1970: 1000)
        var nbf: Date?
        var scope: [String]? = ["feed"]
    }

    private static let expectations = JSONWebTokenExpectations(
        type: "at+jwt", issuer: "https://issuer.example", audience: "https://api.example",
        requiredClaims: ["exp", "iat", "sub"])

    private let tokens: any JSONWebTokenCoding
    private let key: any SigningKey
    private let keys: [String: any VerificationKey]

    init() throws {
        let cryptography = try Cryptography.real()
        tokens = cryptography.tokens
        key = try cryptography.signatures.makeSigningKey(.es256)
        let other = try cryptography.signatures.makeSigningKey(.edDSA)
        keys = [
            key.verificationKey.thumbprint: key.verificationKey,
            other.verificationKey.thumbprint: other.verificationKey,
        ]
    }

    private func verify(
        _ token: String, _ expectations: JSONWebTokenExpectations = expectations, at seconds: Double = 1100
    ) throws(JSONWebTokenError) -> Claims {
        try tokens.verify(
            token, as: Claims.self, expecting: expectations, keys: keys, now: Date(timeIntervalSince1970: seconds))
    }

    /// Signs any header and payload with the right key.
    private func forge(header: String, payload: String) throws -> String {
        let input = "\(Base64URL.encode(Data(header.utf8))).\(Base64URL.encode(Data(payload.utf8)))"
        return "\(input).\(Base64URL.encode(try key.signature(for: Data(input.utf8))))"
    }

    private func header(_ members: String = #""typ":"at+jwt""#, algorithm: String = "ES256") -> String {
        "{\"alg\":\"\(algorithm)\",\"kid\":\"\(key.verificationKey.thumbprint)\",\(members)}"
    }

    private let payload =
        #"{"iss":"https://issuer.example","aud":"https://api.example","sub":"user-1","exp":1300,"iat":1000}"#

    @Test(arguments: SignatureAlgorithm.own)
    func verifiesWhatItSigned(algorithm: SignatureAlgorithm) throws {
        let key = try Cryptography.real().signatures.makeSigningKey(algorithm)
        let token = try tokens.sign(Claims(), type: "at+jwt", using: key)
        let claims = try tokens.verify(
            token, as: Claims.self, expecting: Self.expectations,
            keys: [key.verificationKey.thumbprint: key.verificationKey], now: Date(timeIntervalSince1970: 1100))
        #expect(claims == Claims())
        let parts = token.split(separator: ".")
        let header = try #require(Base64URL.decode(parts[0]))
        #expect(
            String(decoding: header, as: UTF8.self)
                == #"{"alg":"\#(algorithm.rawValue)","kid":"\#(key.verificationKey.thumbprint)","typ":"at+jwt"}"#)
    }

    @Test func writesDatesAsWholeSeconds() throws {
        var claims = Claims()
        claims.exp = Date(timeIntervalSince1970: 1300.9)
        let token = try tokens.sign(claims, type: "at+jwt", using: key)
        let payload = try #require(Base64URL.decode(token.split(separator: ".")[1]))
        #expect(String(decoding: payload, as: UTF8.self).contains(#""exp":1300,"#))
    }

    @Test func acceptsTheUsualFormsOfTypeAndAudience() throws {
        for type in ["at+jwt", "AT+JWT", "application/at+jwt", "Application/AT+jwt"] {
            #expect(try verify(forge(header: header(#""typ":"\#(type)""#), payload: payload)) == Claims(scope: nil))
        }
        struct Subject: Decodable { var sub: String }
        let list = payload.replacing(#""aud":"https://api.example""#, with: #""aud":["x","https://api.example"]"#)
        let claims = try tokens.verify(
            forge(header: header(), payload: list), as: Subject.self, expecting: Self.expectations, keys: keys,
            now: Date(timeIntervalSince1970: 1100))
        #expect(claims.sub == "user-1")
        #expect(
            try verify(forge(header: header(#""typ":"at+jwt","vendor":{"a":1}"#), payload: payload)).sub == "user-1")
    }

    @Test(arguments: [
        (#""alg":"none""#, JSONWebTokenError.wrongAlgorithm), (#""alg":"None""#, .wrongAlgorithm),
        (#""alg":"""#, .wrongAlgorithm), (#""alg":"HS256""#, .wrongAlgorithm), (#""alg":"es256""#, .wrongAlgorithm),
        (#""alg":"ES384""#, .wrongAlgorithm), (#""alg":"RS256""#, .wrongAlgorithm),
        (#""alg":"EdDSA""#, .wrongAlgorithm),
    ])
    func refusesAnyAlgorithmButTheKeysOwn(member: String, error: JSONWebTokenError) throws {
        let token = try forge(
            header: "{\(member),\"kid\":\"\(key.verificationKey.thumbprint)\",\"typ\":\"at+jwt\"}", payload: payload)
        #expect(throws: error) { try verify(token) }
        let unsigned = token.split(separator: ".").prefix(2).joined(separator: ".") + "."
        #expect(throws: error) { try verify(unsigned) }
    }

    @Test func refusesAnHMACMadeWithThePublicKey() throws {
        let cryptography = try Cryptography.real()
        let publicKey = Data("\(key.verificationKey.jsonWebKey.x ?? "").\(key.verificationKey.jsonWebKey.y ?? "")".utf8)
        let input = [header(algorithm: "HS256"), payload].map { Base64URL.encode(Data($0.utf8)) }.joined(separator: ".")
        let code = try cryptography.authentication.authenticationCode(
            for: Data(input.utf8), using: cryptography.key(publicKey))
        #expect(throws: JSONWebTokenError.wrongAlgorithm) { try verify("\(input).\(Base64URL.encode(code))") }
    }

    @Test(arguments: [
        (#""jwk":{"kty":"EC"}"#, "jwk"), (#""jku":"https://evil.example/keys""#, "jku"),
        (#""x5u":"https://evil.example/cert""#, "x5u"), (#""x5c":["AAAA"]"#, "x5c"), (#""x5t":"AAAA""#, "x5t"),
        (##""x5t#S256":"AAAA""##, "x5t#S256"), (#""crit":["exp"],"exp":1"#, "crit"), (#""b64":false"#, "b64"),
        (#""zip":"DEF""#, "zip"), (#""enc":"A256GCM""#, "enc"), (#""jwk":null"#, "jwk"),
    ])
    func refusesHeadersThatBringKeysOrMeaningAlong(member: String, name: String) throws {
        let token = try forge(header: header(#""typ":"at+jwt","# + member), payload: payload)
        #expect(throws: JSONWebTokenError.forbiddenHeader(name)) { try verify(token) }
    }

    @Test func refusesUnknownKeys() throws {
        for id in ["", "unknown", key.verificationKey.thumbprint + "A", key.verificationKey.thumbprint.lowercased()] {
            let token = try forge(header: #"{"alg":"ES256","kid":"\#(id)","typ":"at+jwt"}"#, payload: payload)
            #expect(throws: JSONWebTokenError.unknownKey) { try verify(token) }
        }
        let nameless = try forge(header: #"{"alg":"ES256","typ":"at+jwt"}"#, payload: payload)
        #expect(throws: JSONWebTokenError.unknownKey) { try verify(nameless) }
        let stranger = try Cryptography.real().signatures.makeSigningKey(.es256)
        let foreign = try tokens.sign(Claims(), type: "at+jwt", using: stranger)
        #expect(throws: JSONWebTokenError.unknownKey) { try verify(foreign) }
    }

    @Test(arguments: [#""typ":"JWT""#, #""typ":"dpop+jwt""#, #""typ":"""#, #""typ":"text/at+jwt""#, #""x":1"#])
    func refusesTokensForAnotherUse(members: String) throws {
        let token = try forge(header: header(members), payload: payload)
        #expect(throws: JSONWebTokenError.wrongType) { try verify(token) }
    }

    @Test func refusesEveryChangedCharacter() throws {
        let token = try tokens.sign(Claims(), type: "at+jwt", using: key)
        let characters = Array(token.utf8)
        for index in characters.indices where characters[index] != UInt8(ascii: ".") {
            var changed = characters
            changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: JSONWebTokenError.self) { try verify(String(decoding: changed, as: UTF8.self)) }
        }
    }

    @Test func refusesASignatureOfAnotherKeyOrForm() throws {
        let stranger = try Cryptography.real().signatures.makeSigningKey(.es256)
        let token = try tokens.sign(Claims(), type: "at+jwt", using: key)
        let input = token.split(separator: ".").prefix(2).joined(separator: ".")
        for signature in [
            try stranger.signature(for: Data(input.utf8)), Data(), Data(repeating: 0, count: 64),
            Data(repeating: 0, count: 63),
        ] {
            #expect(throws: JSONWebTokenError.invalidSignature) {
                try verify("\(input).\(Base64URL.encode(signature))")
            }
        }
    }

    @Test func refusesTokensOfAnotherForm() throws {
        let good = try tokens.sign(Claims(), type: "at+jwt", using: key)
        let parts = good.split(separator: ".").map(String.init)
        let malformed = [
            "", ".", "..", "...", "a.b", good + ".", "." + good, good + ".a.b", parts[0], parts[0] + "." + parts[1],
            good + "=", good + " ", " " + good, good + "\n", "é.é.é", "{}.{}.{}",
            "\(parts[0])=.\(parts[1]).\(parts[2])", ".\(parts[1]).\(parts[2])",
            try forge(header: "", payload: payload), try forge(header: "[]", payload: payload),
            try forge(header: "null", payload: payload), try forge(header: "{", payload: payload),
            try forge(header: #"{"typ":"at+jwt"}"#, payload: payload),
            try forge(header: #"{"alg":1,"typ":"at+jwt"}"#, payload: payload),
            try forge(header: header(), payload: ""), try forge(header: header(), payload: "[]"),
            try forge(header: header(), payload: "\"text\""), try forge(header: header(), payload: payload + "x"),
            try forge(header: header(), payload: #"{"exp":"1300","iat":1000,"sub":"user-1"}"#),
            try forge(header: header(), payload: #"{"exp":1300,"iat":1000,"sub":1}"#),
            try forge(header: header(), payload: String(repeating: "[", count: 3000)),
        ]
        for token in malformed {
            #expect("\(token)") {
                try verify(token, JSONWebTokenExpectations(type: "at+jwt", requiredClaims: []))
            } throws: { error in
                if case JSONWebTokenError.malformed = error { true } else { false }
            }
        }
    }

    @Test func looksAtNothingOfAnOversizedToken() throws {
        let long = String(repeating: "A", count: 8193)
        #expect(throws: JSONWebTokenError.tooLarge(limit: 8192)) { try verify(long) }
        let padded = payload.dropLast() + #","pad":"\#(String(repeating: "a", count: 6200))"}"#
        let token = try forge(header: header(), payload: String(padded))
        #expect(throws: JSONWebTokenError.tooLarge(limit: 8192)) { try verify(token) }
        var expectations = Self.expectations
        expectations.maximumByteCount = token.utf8.count
        #expect(try verify(token, expectations).sub == "user-1")
    }

    @Test(arguments: [
        (1359.9, nil), (1360, JSONWebTokenError.expired), (1e12, .expired), (940, nil), (939.9, .notYetValid),
        (-1e12, .notYetValid),
    ])
    func checksTimesWithALeewayOfAMinute(now: Double, error: JSONWebTokenError?) throws {
        let token = try tokens.sign(Claims(), type: "at+jwt", using: key)
        if let error {
            #expect(throws: error) { try verify(token, at: now) }
        } else {
            #expect(try verify(token, at: now) == Claims())
        }
    }

    @Test func checksTheTimeBeforeWhichATokenIsNotValid() throws {
        var claims = Claims()
        claims.nbf = Date(timeIntervalSince1970: 1200)
        let token = try tokens.sign(claims, type: "at+jwt", using: key)
        #expect(throws: JSONWebTokenError.notYetValid) { try verify(token, at: 1139) }
        #expect(try verify(token, at: 1140) == claims)
    }

    @Test func checksIssuerAudienceAndRequiredClaims() throws {
        func token(_ change: (inout Claims) -> Void) throws -> String {
            var claims = Claims()
            change(&claims)
            return try tokens.sign(claims, type: "at+jwt", using: key)
        }
        for issuer in [nil, "https://issuer.example/", "HTTPS://issuer.example", ""] {
            let token = try token { $0.iss = issuer }
            #expect(throws: JSONWebTokenError.wrongIssuer) { try verify(token) }
        }
        for audience in [nil, "https://other.example", "https://api.example/", ""] {
            let token = try token { $0.aud = audience }
            #expect(throws: JSONWebTokenError.wrongAudience) { try verify(token) }
        }
        let endless = try token { $0.exp = nil }
        #expect(throws: JSONWebTokenError.missingClaim("exp")) { try verify(endless) }
        let undated = try token { $0.iat = nil }
        #expect(throws: JSONWebTokenError.missingClaim("iat")) { try verify(undated) }
        // A null is no claim either.
        let null = try forge(header: header(), payload: payload.replacing("1300", with: "null"))
        #expect(throws: JSONWebTokenError.missingClaim("exp")) { try verify(null) }
    }

    /// What providers leave out, and what they add.
    @Test func takesTheHeadersOfProvidersForIDTokensOnly() throws {
        let expected = JSONWebTokenExpectations.idToken(from: "https://issuer.example", for: "https://api.example")
        let only = [key.verificationKey.thumbprint: key.verificationKey]
        func verify(_ header: String, _ keys: [String: any VerificationKey]) throws(JSONWebTokenError) {
            guard let token = try? forge(header: header, payload: payload) else { return }
            let time = Date(timeIntervalSince1970: 1100)
            _ = try tokens.verify(token, as: Claims.self, expecting: expected, keys: keys, now: time)
        }
        try verify(header(#""typ":"JWT""#), keys)
        try verify(header(##""x5t":"AAAA","x5t#S256":"AAAA""##), keys)
        try verify(#"{"alg":"ES256"}"#, only)
        #expect(throws: JSONWebTokenError.unknownKey) { try verify(#"{"alg":"ES256"}"#, keys) }
        #expect(throws: JSONWebTokenError.unknownKey) { try verify(#"{"alg":"ES256","kid":"x"}"#, only) }
        #expect(throws: JSONWebTokenError.wrongAlgorithm) { try verify(#"{"alg":"none"}"#, only) }
        #expect(throws: JSONWebTokenError.wrongType) { try verify(header(#""typ":"logout+jwt""#), keys) }
        for name in ["jwk", "jku", "x5u", "x5c", "crit"] {
            #expect(throws: JSONWebTokenError.forbiddenHeader(name)) { try verify(header("\"\(name)\":1"), keys) }
        }
    }

    @Test func signsOnlyObjects() {
        #expect {
            try tokens.sign(["a", "b"], type: "at+jwt", using: key)
        } throws: { error in
            if case JSONWebTokenError.malformed = error { true } else { false }
        }
        #expect {
            try tokens.sign(["exp": Double.nan], type: "at+jwt", using: key)
        } throws: { error in
            if case JSONWebTokenError.malformed = error { true } else { false }
        }
    }
}
