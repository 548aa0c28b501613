package import CoreModels

/// What recovering a password looks like on the wire.
package enum PasswordRecoveryContract {
    /// The path of asking for a message.
    package static let recoveryPath = "/auth/password/recovery"
    /// The path of setting another password.
    package static let resetPath = "/auth/password/reset"
    /// The path of the page that mailed links open.
    package static let pagePath = "/reset"

    /// What is sent for a message.
    package struct Request: Codable, Sendable {
        package let email: String
        /// The answer to the challenge of 428.
        package let captcha: Secret?

        private enum CodingKeys: CodingKey { case email, captcha }

        package init(email: String, captcha: Secret? = nil) {
            self.email = email
            self.captcha = captcha
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            email = try container.decode(String.self, forKey: .email)
            captcha = try container.decodeIfPresent(Secret.self, forKey: .captcha)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(email, forKey: .email)
            try container.encodeIfPresent(captcha, forKey: .captcha)
        }
    }

    /// What a problem with the code `captcha_required` says besides.
    package struct CaptchaRequired: Codable, Sendable {
        /// What has to be answered.
        package let captcha: String
    }

    /// What is answered to who asked for a message.
    package struct Accepted: Codable, Hashable, Sendable {
        package let status: String

        package init() {
            status = "check_mail"
        }
    }

    /// What is sent to set another password: the token of a link, or a code and
    /// the address it was sent to.
    ///
    /// Without a password it is only told whether the proof would count.
    package struct Reset: Codable, Sendable {
        package let token: Secret?
        package let code: Secret?
        package let email: String?
        package let newPassword: Secret?

        private enum CodingKeys: String, CodingKey {
            case token, code, email
            case newPassword = "new_password"
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            token = try container.decodeIfPresent(Secret.self, forKey: .token)
            code = try container.decodeIfPresent(Secret.self, forKey: .code)
            email = try container.decodeIfPresent(String.self, forKey: .email)
            newPassword = try container.decodeIfPresent(Secret.self, forKey: .newPassword)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(token, forKey: .token)
            try container.encodeIfPresent(code, forKey: .code)
            try container.encodeIfPresent(email, forKey: .email)
            try container.encodeIfPresent(newPassword, forKey: .newPassword)
        }

        package init(token: String, newPassword: Secret) {
            self.token = Secret(token)
            code = nil
            email = nil
            self.newPassword = newPassword
        }

        package init(code: String, email: String, newPassword: Secret) {
            token = nil
            self.code = Secret(code)
            self.email = email
            self.newPassword = newPassword
        }
    }

    /// The problem codes of the routes, besides those of all routes.
    package enum Code: String, CaseIterable, Sendable {
        case captchaRequired = "captcha_required"
        case invalidCode = "invalid_code"
        case invalidEmail = "invalid_email"
        case linkExpired = "link_expired"
        case linkForeign = "link_foreign"
        case linkUnknown = "link_unknown"
        case linkUsed = "link_used"
        case samePassword = "same_password"
    }
}
