package import CoreModels
package import CryptographyAPI
package import FoundationEssentials

/// What this server and Facebook prove to each other with the secret that both know.
package struct FacebookProofs: Sendable {
    private let keys: any SymmetricKeyMaking
    private let authentication: any MessageAuthenticating

    package init(keys: any SymmetricKeyMaking, authentication: any MessageAuthenticating) {
        self.keys = keys
        self.authentication = authentication
    }

    /// For how long what Facebook says counts.
    private static let lifetime = 30.0 * 86_400

    /// Shows that who asks with a token is who got it: the code of the token in
    /// hexadecimal.
    func proof(of accessToken: String, _ secret: Secret) throws(CryptographyError) -> String {
        try authentication.authenticationCode(
            for: Data(accessToken.utf8), using: try keys.makeKey(copying: secret)
        ).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// What Facebook signed: whose it is, and the signature, by which it is known again.
    package struct SignedRequest: Hashable, Sendable {
        package let subject: String
        package let signature: String
        package let end: Date
    }

    private struct Payload: Decodable {
        let algorithm: String
        let user_id: String
        let issued_at: Double
    }

    /// Reads a signed request: the code of the second part, a point, and the second part.
    package func read(_ text: String, _ secret: Secret, now: Date) throws -> SignedRequest {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 8_192, parts.count == 2, let code = Base64URL.decode(parts[0]),
            let bytes = Base64URL.decode(parts[1])
        else { throw ProviderFailure.untrusted(reason: "no signed request") }
        let key = try keys.makeKey(copying: secret)
        guard try authentication.isValid(code, for: Data(parts[1].utf8), using: key) else {
            throw ProviderFailure.untrusted(reason: "wrong signature")
        }
        guard let payload = try? WireDecoder().decode(Payload.self, from: bytes),
            payload.algorithm.uppercased() == "HMAC-SHA256", PersonClaims.isSubject(payload.user_id)
        else { throw ProviderFailure.untrusted(reason: "a signed request of another form") }
        let age = now.timeIntervalSince1970 - payload.issued_at
        guard (-60..<Self.lifetime).contains(age) else { throw ProviderFailure.untrusted(reason: "too old") }
        return SignedRequest(
            subject: payload.user_id, signature: String(parts[0]),
            end: Date(timeIntervalSince1970: payload.issued_at + Self.lifetime))
    }
}

extension ProviderMetadata {
    /// What Facebook would say of itself; its discovery knows no codes.
    static func facebook() throws -> ProviderMetadata {
        guard let authorization = URL(string: "https://www.facebook.com/dialog/oauth"),
            let token = URL(string: "https://graph.facebook.com/oauth/access_token"),
            let keys = URL(string: "https://www.facebook.com/.well-known/oauth/openid/jwks/"),
            let person = URL(string: "https://graph.facebook.com/me")
        else { throw ProviderFailure.malfunction(reason: "no address") }
        return ProviderMetadata(
            authorization: authorization, token: token, keys: keys, userInfo: person, namesItself: false,
            wantsSecretInForm: true)
    }
}

/// What Facebook says of a person; of no address that it is the person's.
struct FacebookPerson: Decodable {
    let id: String
    let name: String?
    let email: String?

    var claims: PersonClaims? {
        guard PersonClaims.isSubject(id) else { return nil }
        return PersonClaims(subject: id, email: email, isEmailProved: false, name: name)
    }
}

/// How Facebook says that it gives no token.
struct FacebookRefusal: Decodable {
    let error: Details

    struct Details: Decodable {
        let code: Int
    }

    var failure: ProviderFailure {
        switch error.code {
        // A code that isn't one, is used, or is another application's.
        case 100: .codeRefused
        case 1, 2, 4, 17, 341: .unreachable(reason: "token: code \(error.code)")
        default: .clientRefused(reason: "token: code \(error.code)")
        }
    }
}
