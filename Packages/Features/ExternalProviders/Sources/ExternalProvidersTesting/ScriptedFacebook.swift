import CoreModels
import CryptographyAPI
package import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes

/// Facebook as its documentation has it.
///
/// It gives no ID token unless told, says who somebody is to who proves to have the
/// token, never whether an address is theirs, and what it tells of its own accord is a
/// signed request.
package struct ScriptedFacebook: Sendable {
    package let provider: ScriptedProvider

    package init(now: @escaping @Sendable () -> Date) throws {
        let provider = try ScriptedProvider(issuer: "https://www.facebook.com", clientID: "123456789012345", now: now)
        self.provider = provider
        provider.says { script in
            script.metadata = [:]
            script.paths = (token: "/oauth/access_token", keys: "/.well-known/oauth/openid/jwks")
            script.givesIDTokens = false
            script.claims = ["sub": .text("218471"), "email_verified": .bool(true)]
            script.isRight = { $0["scope"] == "openid email public_profile" }
            script.userInfo = ["id": .text("218471"), "name": .text("Ana"), "email": .text("ana@example.com")]
            script.handlers["/me"] = { [unowned provider] request in try Self.me(request, of: provider) }
        }
    }

    private static func me(_ request: HTTPRequest, of provider: ScriptedProvider) throws -> HTTPResponse {
        let query = try ScriptedProvider.parameters(request.url.query ?? "")
        let proof = try code(of: "the-access-token", provider).map {
            ($0 < 16 ? "0" : "") + String($0, radix: 16)
        }.joined()
        guard request.url.host() == "graph.facebook.com", query["access_token"] == "the-access-token",
            query["appsecret_proof"] == proof, query["fields"] == "id,name,email"
        else {
            return try ScriptedProvider.json(
                ["error": ScriptedProvider.Value.object(["code": .number(190), "type": .text("OAuthException")])],
                status: .badRequest)
        }
        return try ScriptedProvider.json(provider.saying.userInfo ?? [:])
    }

    private static func code(of text: String, _ provider: ScriptedProvider) throws -> Data {
        let key = try provider.cryptography.keys.makeKey(copying: Secret(provider.secret))
        return try provider.cryptography.authentication.authenticationCode(for: Data(text.utf8), using: key)
    }

    /// What it signs of its own accord.
    package func signedRequest(_ payload: String) throws -> String {
        let text = Base64URL.encode(Data(payload.utf8))
        return "\(Base64URL.encode(try Self.code(of: text, provider))).\(text)"
    }

    /// The same, of a person.
    package func signedRequest(of subject: String = "218471", at now: Date) throws -> String {
        let time = Int(now.timeIntervalSince1970)
        return try signedRequest(#"{"algorithm":"HMAC-SHA256","issued_at":\#(time),"user_id":"\#(subject)"}"#)
    }
}
