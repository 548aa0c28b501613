import CoreModels
package import FoundationEssentials

/// What a provider says of itself (OpenID Connect Discovery 1.0, section 3).
package struct ProviderMetadata: Sendable {
    /// Where people are sent.
    let authorization: URL
    /// Where codes are exchanged.
    let token: URL
    /// Where its keys are.
    let keys: URL
    /// Where it says more of a person than in its tokens; nil if it doesn't.
    let userInfo: URL?
    /// Whether its answers name it (RFC 9207).
    let namesItself: Bool
    /// Whether it wants the secret in the form rather than in `Authorization`.
    let wantsSecretInForm: Bool

    init(authorization: URL, token: URL, keys: URL, userInfo: URL?, namesItself: Bool, wantsSecretInForm: Bool) {
        self.authorization = authorization
        self.token = token
        self.keys = keys
        self.userInfo = userInfo
        self.namesItself = namesItself
        self.wantsSecretInForm = wantsSecretInForm
    }

    private struct Document: Decodable {
        let issuer: String
        let authorization_endpoint: String
        let token_endpoint: String
        let jwks_uri: String
        let userinfo_endpoint: String?
        let response_types_supported: [String]?
        let code_challenge_methods_supported: [String]?
        let token_endpoint_auth_methods_supported: [String]?
        let authorization_response_iss_parameter_supported: Bool?
    }

    /// Reads a document of somebody who says to be `issuer`.
    package init(_ data: Data, of issuer: String) throws {
        guard let document = try? WireDecoder().decode(Document.self, from: data) else {
            throw ProviderFailure.malfunction(reason: "the discovery document isn't one")
        }
        // Byte for byte: otherwise one provider could speak for another (section 4.3).
        guard document.issuer.utf8.elementsEqual(issuer.utf8) else {
            throw ProviderFailure.malfunction(reason: "the discovery document is of another issuer")
        }
        guard document.response_types_supported?.contains("code") ?? true else {
            throw ProviderFailure.malfunction(reason: "the provider knows no authorization code")
        }
        // A provider that tells which methods it has, and hasn't S256, wouldn't look at the verifier (RFC 9700, 2.1.1).
        guard document.code_challenge_methods_supported?.contains("S256") ?? true else {
            throw ProviderFailure.malfunction(reason: "the provider knows no S256 of PKCE")
        }
        func endpoint(_ text: String, _ name: String) throws -> URL {
            guard text.utf8.count <= 2_048, let url = URL(string: text), Provider.isPossible(url, on: issuer) else {
                throw ProviderFailure.malfunction(reason: "\(name) can't be asked")
            }
            return url
        }
        authorization = try endpoint(document.authorization_endpoint, "authorization_endpoint")
        token = try endpoint(document.token_endpoint, "token_endpoint")
        keys = try endpoint(document.jwks_uri, "jwks_uri")
        userInfo = try document.userinfo_endpoint.map { try endpoint($0, "userinfo_endpoint") }
        namesItself = document.authorization_response_iss_parameter_supported ?? false
        let methods = document.token_endpoint_auth_methods_supported ?? ["client_secret_basic"]
        wantsSecretInForm = !methods.contains("client_secret_basic") && methods.contains("client_secret_post")
    }
}
