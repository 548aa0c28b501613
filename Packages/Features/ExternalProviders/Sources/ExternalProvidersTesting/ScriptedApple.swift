import CoreModels
import CryptographyAPI
package import FoundationEssentials
import Locking

/// Apple as its documentation has it.
///
/// It wants a secret that is signed, comes back by a form, says a name the first time
/// only and beside its token, and what it tells of its own accord is JSON in a text.
package struct ScriptedApple: Sendable {
    package static let teamID = "DEF123GHIJ", keyID = "ABC123DEFG", appID = "com.example.app"

    package let provider: ScriptedProvider
    /// The key that an operator downloads, in PEM.
    package let keyFile: String
    private let isKnown = Locked(false)

    package init(now: @escaping @Sendable () -> Date) throws {
        provider = try ScriptedProvider(
            issuer: "https://appleid.apple.com", clientID: "com.example.web", now: now)
        let key = try provider.cryptography.signatures.makeSigningKey(.es256)
        let encoded = unsafe try key.exportPrivateKey().withUnsafeBytes { unsafe Data($0).base64EncodedString() }
        let lines = stride(from: 0, to: encoded.count, by: 64).map { String(encoded.dropFirst($0).prefix(64)) }
        keyFile = (["-----BEGIN PRIVATE KEY-----"] + lines + ["-----END PRIVATE KEY-----"]).joined(separator: "\n")
        let cryptography = provider.cryptography
        provider.says { script in
            script.metadata["token_endpoint_auth_methods_supported"] = .list(["client_secret_post"])
            script.metadata["response_modes_supported"] = .list(["query", "fragment", "form_post"])
            script.metadata["code_challenge_methods_supported"] = nil
            // Both are texts at times.
            script.claims = [
                "sub": .text("001667.7f1e9b1f0d41426d8d8616e7d06be6f1.0433"),
                "email": .text("ttckg8zg7s@privaterelay.appleid.com"), "email_verified": .text("true"),
                "is_private_email": .text("true"), "nonce_supported": .bool(true),
            ]
            script.leavesOut = ["name"]
            // Whoever asks for more than who it is has to be answered by a form.
            script.isRight = { $0["response_mode"] == "form_post" && $0["scope"] == "openid email name" }
            script.takesSecret = { secret in
                Self.isSecret(secret, signedBy: key.verificationKey, cryptography, at: now())
            }
        }
    }

    private struct SecretClaims: Decodable {
        let sub: String
        let iat: Double
        let exp: Double
    }

    private static func isSecret(
        _ text: String, signedBy key: any VerificationKey, _ cryptography: Cryptography, at now: Date
    ) -> Bool {
        let expectations = JSONWebTokenExpectations(
            type: "JWT", issuer: teamID, audience: "https://appleid.apple.com",
            requiredClaims: ["iss", "iat", "exp", "aud", "sub"])
        let claims = try? cryptography.tokens.verify(
            text, as: SecretClaims.self, expecting: expectations, keys: [keyID: key], now: now)
        return claims.map { $0.sub == "com.example.web" && $0.exp - $0.iat <= 15_777_000 } ?? false
    }

    /// What the browser brings as `user`: nothing but the first time.
    package func user(_ first: String, _ last: String) -> String? {
        isKnown.withLock { isKnown in
            defer { isKnown = true }
            return isKnown
                ? nil : #"{"name":{"firstName":"\#(first)","lastName":"\#(last)"},"email":"evil@example.com"}"#
        }
    }

    /// The body by which it tells something of its own accord.
    package func notification(
        _ type: String, of subject: String = "001667.7f1e9b1f0d41426d8d8616e7d06be6f1.0433",
        _ changes: [String: ScriptedProvider.Value] = [:], at now: Date
    ) throws -> String {
        let time = now.timeIntervalSince1970
        let event = #"{"type":"\#(type)","sub":"\#(subject)","event_time":\#(Int(time * 1_000))}"#
        var claims: [String: ScriptedProvider.Value] = [
            "iss": .text("https://appleid.apple.com"), "aud": .text(Self.appID), "iat": .number(time),
            "exp": .number(time + 86_400), "jti": .text(try provider.cryptography.random.text()),
            "events": .text(event),
        ]
        claims.merge(changes) { $1 }
        return #"{"payload":"\#(try provider.token(claims, type: "JWT"))"}"#
    }
}
