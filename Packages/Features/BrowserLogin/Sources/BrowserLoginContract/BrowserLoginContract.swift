package import CoreModels

/// What logging in through the browser looks like on the wire.
///
/// It is the authorization code grant for programs of a machine's own (RFC 8252), with
/// the words of OAuth where it has them.
package enum BrowserLoginContract {
    /// The path of where a browser has to go, and of logging in with a code.
    package static let path = "/auth/login/browser"
    /// The path of codes.
    package static let codesPath = "/auth/login/browser/codes"
    /// The page on which people decide.
    package static let page = "/authorize"

    /// Where a browser has to go.
    package struct Way: Codable, Hashable, Sendable {
        /// Which server that is (RFC 9207).
        package let issuer: String
        /// The address of the page.
        package let page: String

        package init(issuer: String, page: String) {
            self.issuer = issuer
            self.page = page
        }
    }

    /// A program that the person of a session lets in.
    package struct Program: Codable, Hashable, Sendable {
        package let challenge: String
        package let port: Int
        package let key: String
        package let device: String?

        private enum CodingKeys: String, CodingKey {
            case port, device
            case challenge = "code_challenge"
            case key = "dpop_jkt"
        }

        package init(challenge: String, port: Int, key: String, device: String?) {
            self.challenge = challenge
            self.port = port
            self.key = key
            self.device = device
        }
    }

    /// A code for it.
    package struct AuthorizationCode: Codable, Sendable {
        package let code: Secret

        private enum CodingKeys: String, CodingKey { case code }

        package init(code: Secret) {
            self.code = code
        }

        package init(from decoder: any Decoder) throws {
            code = try decoder.container(keyedBy: CodingKeys.self).decode(Secret.self, forKey: .code)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(code, forKey: .code)
        }
    }

    /// What a program logs in with.
    package struct Exchange: Codable, Sendable {
        package let code: Secret
        package let verifier: Secret
        package let port: Int

        private enum CodingKeys: String, CodingKey {
            case code, port
            case verifier = "code_verifier"
        }

        package init(code: Secret, verifier: Secret, port: Int) {
            self.code = code
            self.verifier = verifier
            self.port = port
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            code = try container.decode(Secret.self, forKey: .code)
            verifier = try container.decode(Secret.self, forKey: .verifier)
            port = try container.decode(Int.self, forKey: .port)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(code, forKey: .code)
            try container.encode(verifier, forKey: .verifier)
            try container.encode(port, forKey: .port)
        }
    }

    /// Whose session has begun.
    package struct LoggedIn: Codable, Sendable {
        package let user: User
        package let token: TokenGrant

        package init(user: User, token: TokenGrant) {
            self.user = user
            self.token = token
        }
    }

    /// The problem codes of the routes, besides those of all routes.
    package enum Code: String, CaseIterable, Sendable {
        case codeRefused = "login_code_refused"
        case emailNotVerified = "email_not_verified"
        case accountSuspended = "account_suspended"
        case insufficientAuthentication = "insufficient_user_authentication"
    }
}
