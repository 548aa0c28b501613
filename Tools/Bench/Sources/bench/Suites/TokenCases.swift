import BenchKit
import CNeighbours
import CryptographyAPI
import FoundationEssentials

extension BenchSuite {
    /// Access tokens as the server issues and reads them.
    static func tokenCases(_ cryptography: Cryptography) throws -> [BenchCase] {
        let tokens = cryptography.tokens
        let key = try cryptography.signatures.makeSigningKey(.es256)
        let now = Date()
        let claims = Claims(
            iss: "https://essential.example", sub: UUID().uuidString.lowercased(), aud: "https://essential.example",
            client_id: "essential", exp: now + 3600, iat: now, auth_time: now,
            jti: try cryptography.random.text(byteCount: 16), sid: UUID().uuidString.lowercased(),
            scope: "feed:read feed:write", cnf: .init(jkt: key.verificationKey.thumbprint))
        let token = try tokens.sign(claims, type: "at+jwt", using: key)
        let keys = [key.verificationKey.thumbprint: key.verificationKey]
        let expectations = JSONWebTokenExpectations(
            type: "at+jwt", issuer: claims.iss, audience: claims.aud,
            requiredClaims: ["iss", "sub", "aud", "client_id", "exp", "iat", "auth_time", "jti", "sid", "scope"])
        let length = token.utf8.count - 87  // A dot and the signature.
        return [
            BenchCase(
                "access token, issue",
                [
                    Contestant("Essential", .subject) { count in
                        for _ in 0..<count { _ = try tokens.sign(claims, type: "at+jwt", using: key) }
                    },
                    neighbour("C over EVP, the signature alone", .limit) { neighbour_es256_sign($0, length) },
                ]),
            BenchCase(
                "access token, verify",
                [
                    Contestant("Essential", .subject) { count in
                        for _ in 0..<count {
                            _ = try tokens.verify(token, as: Claims.self, expecting: expectations, keys: keys, now: now)
                        }
                    },
                    neighbour("C over EVP, the signature alone", .limit) { neighbour_es256_verify($0, length) },
                ]),
        ]
    }

    /// What an access token says (RFC 9068, section 2.2).
    private struct Claims: Codable, Sendable {
        let iss: String
        let sub: String
        let aud: String
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let client_id: String
        let exp: Date
        let iat: Date
        // swift-format-ignore: AlwaysUseLowerCamelCase
        let auth_time: Date
        let jti: String
        let sid: String
        let scope: String
        let cnf: Confirmation

        struct Confirmation: Codable, Sendable {
            let jkt: String
        }
    }
}
