import CoreModels
import CryptographyAPI
import CryptographyTesting
import ExternalProvidersService
import ExternalProvidersTesting
import FoundationEssentials
import KernelTesting
import Testing

/// What providers publish and tell, as random bytes and with mutations: each is read, or
/// refused by a typed error, and none ends the program.
struct ForeignDocumentTests {
    private static let discovery = """
        {"issuer":"https://id.example","authorization_endpoint":"https://id.example/authorize","token_endpoint":\
        "https://id.example/token","jwks_uri":"https://id.example/keys","userinfo_endpoint":"https://id.example/me",\
        "response_types_supported":["code"],"code_challenge_methods_supported":["S256"],\
        "token_endpoint_auth_methods_supported":["client_secret_basic"],\
        "authorization_response_iss_parameter_supported":true}
        """

    private static func keySet(_ cryptography: Cryptography) throws -> Data {
        let own = try SignatureAlgorithm.own.map { algorithm in
            try cryptography.signatures.makeSigningKey(algorithm).verificationKey.jsonWebKey
        }
        let text = String(decoding: try JSONEncoder().encode(JSONWebKeySet(keys: own)), as: UTF8.self)
        let rsa = Base64URL.encode([UInt8](repeating: 0xC5, count: 256))
        return Data(
            text.replacing("]}", with: #",{"kty":"RSA","n":"\#(rsa)","e":"AQAB","alg":"RS256","kid":"r"}]}"#).utf8)
    }

    /// Pieces that often matter.
    private static let pieces: [String] = [
        "", "null", "true", "0", "-1", "1e400", "\"", "\\u0000", "\\ud800", "[", "]", "{", "}", ",", ":", "[[[[[[[[",
        "{\"a\":",
        "https://id.example", "http://", "https://user@id.example", "javascript:", "\u{0}", "\u{FEFF}",
        "\"kty\":\"RSA\"",
        "\"kty\":\"oct\"", "\"crv\":\"P-384\"", "\"alg\":\"none\"", "\"alg\":\"HS256\"", "AQAB", "AA", "=",
        String(repeating: "9", count: 400),
    ]

    private static func mutated(_ data: Data, _ random: inout SeededGenerator) -> Data {
        var bytes = Array(data)
        for _ in 0...Int.random(in: 0..<4, using: &random) {
            let at = bytes.isEmpty ? 0 : Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where !bytes.isEmpty: bytes[at] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: at)
            case 2 where !bytes.isEmpty:
                bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 1...20, using: &random)))
            case 3 where !bytes.isEmpty: bytes = Array(bytes.prefix(at))
            case 4 where !bytes.isEmpty:
                let end = min(bytes.count, at + Int.random(in: 1...60, using: &random))
                bytes.insert(contentsOf: bytes[at..<end], at: Int.random(in: 0...bytes.count, using: &random))
            default: bytes.append(UInt8.random(in: 0...255, using: &random))
            }
        }
        return Data(bytes)
    }

    private static func noise(_ random: inout SeededGenerator) -> Data {
        Data((0..<Int.random(in: 0..<300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    @Test(.requirement("EXT-08")) func aDiscoveryDocumentIsReadOrRefused() throws {
        var random = SeededGenerator(seed: 19), taken = 0
        for round in 0..<10_000 {
            let document = round % 10 == 0 ? Self.noise(&random) : Self.mutated(Data(Self.discovery.utf8), &random)
            do {
                _ = try ProviderMetadata(document, of: "https://id.example")
                taken += 1
            } catch {
                #expect(error is ProviderFailure, "\(round): \(error)")
            }
        }
        #expect((1..<9_000).contains(taken))
    }

    @Test(.requirement("EXT-08")) func aSetOfKeysIsReadOrRefused() throws {
        let cryptography = try Cryptography.real(), set = try Self.keySet(cryptography)
        var random = SeededGenerator(seed: 20), taken = 0
        for round in 0..<10_000 {
            let document = round % 10 == 0 ? Self.noise(&random) : Self.mutated(set, &random)
            do {
                _ = try ProviderKeys(document, cryptography.signatures)
                taken += 1
            } catch {
                #expect(error is ProviderFailure, "\(round): \(error)")
            }
        }
        #expect((1..<9_000).contains(taken))
        // More keys than anybody has cost nobody time.
        let many = #"{"keys":[\#(Array(repeating: "{}", count: 33).joined(separator: ","))]}"#
        #expect(throws: ProviderFailure.self) { try ProviderKeys(Data(many.utf8), cryptography.signatures) }
        let deep = String(repeating: #"{"keys":["#, count: 50_000)
        #expect(throws: ProviderFailure.self) { try ProviderKeys(Data(deep.utf8), cryptography.signatures) }
    }

    /// Signed claims that make no sense: the provider itself may be out of its mind.
    @Test(.requirement("EXT-11")) func whatIsToldIsReadOrRefused() throws {
        let cryptography = try Cryptography.real(), key = try cryptography.signatures.makeSigningKey(.edDSA)
        let keys = try ProviderKeys(
            JSONEncoder().encode(JSONWebKeySet(keys: [key.verificationKey.jsonWebKey])), cryptography.signatures)
        let reader = ProviderNoticeReader(
            tokens: cryptography.tokens, issuer: "https://id.example", clientID: "client", appID: "app")
        let claims: [(ProviderNotice.Form, String)] = [
            (
                .logout,
                #"{"iss":"https://id.example","aud":"client","iat":1000,"exp":1100,"jti":"j","sub":"s","sid":"t","events":{"http://schemas.openid.net/event/backchannel-logout":{}}}"#
            ),
            (
                .events,
                #"{"iss":"https://id.example","aud":["client"],"iat":1000,"jti":"j","events":{"https://schemas.openid.net/secevent/risc/event-type/account-purged":{"subject":{"iss":"https://id.example","sub":"s"}}}}"#
            ),
            (
                .apple,
                #"{"iss":"https://id.example","aud":"app","iat":1000,"jti":"j","events":"{\"type\":\"account-delete\",\"sub\":\"s\"}"}"#
            ),
        ]
        var random = SeededGenerator(seed: 21), taken = 0
        for round in 0..<6_000 {
            let (form, text) = claims[round % 3]
            let header = Base64URL.encode(Data(#"{"alg":"EdDSA","typ":"JWT"}"#.utf8))
            let input = "\(header).\(Base64URL.encode(Self.mutated(Data(text.utf8), &random)))"
            let token = "\(input).\(Base64URL.encode(try key.signature(for: Data(input.utf8))))"
            do {
                taken += try reader.read(token, as: form, keys: keys, now: Date(timeIntervalSince1970: 1_010)).count
            } catch {
                #expect(error is ProviderFailure || error is JSONWebTokenError, "\(round): \(error)")
            }
        }
        #expect((1..<6_000).contains(taken))
    }

    @Test(.requirement("EXT-11")) func aSignedRequestIsReadOrRefused() throws {
        let cryptography = try Cryptography.real(), secret = Secret("secret")
        let key = try cryptography.keys.makeKey(copying: secret)
        let proofs = FacebookProofs(keys: cryptography.keys, authentication: cryptography.authentication)
        let payload = Data(#"{"algorithm":"HMAC-SHA256","issued_at":1000,"user_id":"218471"}"#.utf8)
        var random = SeededGenerator(seed: 22), taken = 0
        for round in 0..<6_000 {
            var text = Base64URL.encode(Self.mutated(payload, &random))
            let code = try cryptography.authentication.authenticationCode(for: Data(text.utf8), using: key)
            if round % 5 == 0 { text = String(decoding: Self.mutated(Data(text.utf8), &random), as: UTF8.self) }
            do {
                let request = "\(Base64URL.encode(code)).\(text)"
                _ = try proofs.read(request, secret, now: Date(timeIntervalSince1970: 1_010))
                taken += 1
            } catch {
                #expect(error is ProviderFailure, "\(round): \(error)")
            }
        }
        #expect((1..<6_000).contains(taken))
    }
}
