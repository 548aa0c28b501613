package import CoreModels
package import FoundationEssentials

/// What logging in and out look like on the wire.
package enum LoginContract {
    /// The path of logging in.
    package static let loginPath = "/auth/login"
    /// The path of the second step, where a second factor is in force.
    package static let codePath = "/auth/login/code"
    /// The path of saying that the second factor is lost.
    package static let lossPath = "/auth/login/code/loss"
    /// The path of asking what saying so does.
    package static let lossQuestionPath = "/auth/login/code/loss/question"
    /// The path of logging out.
    package static let logoutPath = "/auth/logout"

    /// The field of a login that waited on the device for a connection; its value is `?1`
    /// (RFC 9651, section 3.3.6).
    ///
    /// It isn't in the body, which is that of the request whose answer may have been lost.
    package static let waitedField = "Essential-Waited"
    /// The value of ``waitedField``.
    package static let waited = "?1"

    /// What is sent to log in.
    package struct Credentials: Codable, Sendable {
        package let email: String
        package let password: Secret
        /// How the device calls itself, to be shown in the list of sessions.
        package let device: String?
        /// What an earlier login on this device was answered with, so that
        /// failures of strangers don't lock it out.
        package let deviceToken: Secret?
        /// The answer to the challenge of 428.
        package let captcha: Secret?

        private enum CodingKeys: String, CodingKey {
            case email, password, device, captcha
            case deviceToken = "device_token"
        }

        package init(
            email: String, password: Secret, device: String?, deviceToken: Secret? = nil, captcha: Secret? = nil
        ) {
            self.email = email
            self.password = password
            self.device = device
            self.deviceToken = deviceToken
            self.captcha = captcha
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            email = try container.decode(String.self, forKey: .email)
            password = try container.decode(Secret.self, forKey: .password)
            device = try container.decodeIfPresent(String.self, forKey: .device)
            deviceToken = try container.decodeIfPresent(Secret.self, forKey: .deviceToken)
            captcha = try container.decodeIfPresent(Secret.self, forKey: .captcha)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(email, forKey: .email)
            try container.encode(password, forKey: .password)
            try container.encodeIfPresent(device, forKey: .device)
            try container.encodeIfPresent(deviceToken, forKey: .deviceToken)
            try container.encodeIfPresent(captcha, forKey: .captcha)
        }
    }

    /// What a problem with the code `captcha_required` says besides.
    package struct CaptchaRequired: Codable, Sendable {
        /// What has to be answered.
        package let captcha: String
    }

    /// What a problem with the code `second_factor_required` says besides.
    package struct SecondFactorRequired: Decodable, Sendable {
        /// That the first step is done; to be sent with the code.
        package let ticket: Secret

        private enum CodingKeys: String, CodingKey { case ticket }

        package init(from decoder: any Decoder) throws {
            ticket = try decoder.container(keyedBy: CodingKeys.self).decode(Secret.self, forKey: .ticket)
        }
    }

    /// What is sent in the second step.
    package struct SecondStep: Codable, Sendable {
        package let ticket: Secret
        package let code: Secret

        private enum CodingKeys: String, CodingKey { case ticket, code }

        package init(ticket: Secret, code: Secret) {
            self.ticket = ticket
            self.code = code
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            ticket = try container.decode(Secret.self, forKey: .ticket)
            code = try container.decode(Secret.self, forKey: .code)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(ticket, forKey: .ticket)
            try container.encode(code, forKey: .code)
        }
    }

    /// What is sent by who can't do the second step any more.
    package struct Loss: Codable, Sendable {
        package let ticket: Secret

        private enum CodingKeys: String, CodingKey { case ticket }

        package init(ticket: Secret) {
            self.ticket = ticket
        }

        package init(from decoder: any Decoder) throws {
            ticket = try decoder.container(keyedBy: CodingKeys.self).decode(Secret.self, forKey: .ticket)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(ticket, forKey: .ticket)
        }
    }

    /// What is answered to who lost the second factor.
    package struct LossReported: Codable, Hashable, Sendable {
        /// When the second factor ends, if nobody takes it back.
        package let factorEndsAt: Date

        private enum CodingKeys: String, CodingKey { case factorEndsAt = "factor_ends_at" }

        package init(factorEndsAt: Date) {
            self.factorEndsAt = factorEndsAt
        }
    }

    /// What is answered to who logged in.
    package struct LoggedIn: Codable, Sendable {
        package let user: User
        package let token: TokenGrant
        /// To be sent with the next login on this device; nil from a server
        /// that doesn't tell devices apart.
        package let deviceToken: Secret?
        /// Whether the account was to be deleted, which this login took back; not sent
        /// otherwise.
        package let accountKept: Bool

        private enum CodingKeys: String, CodingKey {
            case user, token
            case deviceToken = "device_token"
            case accountKept = "account_kept"
        }

        package init(user: User, token: TokenGrant, deviceToken: Secret?, accountKept: Bool = false) {
            self.user = user
            self.token = token
            self.deviceToken = deviceToken
            self.accountKept = accountKept
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            user = try container.decode(User.self, forKey: .user)
            token = try container.decode(TokenGrant.self, forKey: .token)
            deviceToken = try container.decodeIfPresent(Secret.self, forKey: .deviceToken)
            accountKept = try container.decodeIfPresent(Bool.self, forKey: .accountKept) ?? false
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(user, forKey: .user)
            try container.encode(token, forKey: .token)
            try container.encodeIfPresent(deviceToken, forKey: .deviceToken)
            if accountKept { try container.encode(accountKept, forKey: .accountKept) }
        }
    }

    /// What is sent to log out.
    package struct Logout: Codable, Sendable {
        package let refreshToken: Secret

        private enum CodingKeys: String, CodingKey { case refreshToken = "refresh_token" }

        package init(refreshToken: Secret) {
            self.refreshToken = refreshToken
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            refreshToken = try container.decode(Secret.self, forKey: .refreshToken)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(refreshToken, forKey: .refreshToken)
        }
    }

    /// The problem codes of the routes, besides those of all routes.
    package enum Code: String, CaseIterable, Sendable {
        case invalidCredentials = "invalid_credentials"
        case emailNotVerified = "email_not_verified"
        case accountSuspended = "account_suspended"
        case accountClosing = "account_closing"
        case captchaRequired = "captcha_required"
        case accountLocked = "account_locked"
        case secondFactorRequired = "second_factor_required"
        case wrongCode = "wrong_code"
        case loginExpired = "login_expired"
        case factorStays = "factor_stays"
        case tooManyLosses = "too_many_losses"
        case tooManyRequests = "too_many_requests"
    }

    /// The codes of fields that can't be accepted.
    package enum FieldCode: String, CaseIterable, Sendable {
        case invalidEmail = "invalid_email"
        case invalidPassword = "invalid_password"
    }
}
