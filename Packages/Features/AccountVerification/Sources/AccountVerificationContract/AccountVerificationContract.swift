package import CoreModels

/// What confirming an address looks like on the wire.
package enum AccountVerificationContract {
    /// The path of confirming an address.
    package static let path = "/auth/verification"
    /// The path of asking for another message.
    package static let resendPath = "/auth/verification/resend"
    /// The path of the page that mailed links open.
    package static let pagePath = "/verify"

    /// What is sent: the token of a link, or the code; and the address where nobody is logged in, or
    /// somebody else is.
    ///
    /// Without a session of its account the password goes with it.
    package struct Confirmation: Codable, Sendable {
        package let token: Secret?
        package let code: Secret?
        package let email: String?
        package let password: Secret?

        private enum CodingKeys: String, CodingKey {
            case token, code, email, password
        }

        package init(token: String, email: String? = nil, password: Secret? = nil) {
            self.token = Secret(token)
            code = nil
            self.email = email
            self.password = password
        }

        package init(code: String, email: String? = nil, password: Secret? = nil) {
            token = nil
            self.code = Secret(code)
            self.email = email
            self.password = password
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            token = try container.decodeIfPresent(Secret.self, forKey: .token)
            code = try container.decodeIfPresent(Secret.self, forKey: .code)
            email = try container.decodeIfPresent(String.self, forKey: .email)
            password = try container.decodeIfPresent(Secret.self, forKey: .password)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(token, forKey: .token)
            try container.encodeIfPresent(code, forKey: .code)
            try container.encodeIfPresent(email, forKey: .email)
            try container.encodeIfPresent(password, forKey: .password)
        }
    }

    /// What is sent for another message where nobody is logged in.
    package struct Resend: Codable, Sendable {
        package let email: String

        package init(email: String) {
            self.email = email
        }
    }

    /// What is answered once the address is confirmed.
    package struct Confirmed: Codable, Hashable, Sendable {
        package let user: User

        package init(user: User) {
            self.user = user
        }
    }

    /// What is answered to who asked for another message.
    package struct Accepted: Codable, Hashable, Sendable {
        package let status: String
        /// The person who is logged in and has confirmed the address: there is
        /// nothing to send.
        package let user: User?

        package init(alreadyConfirmed user: User? = nil) {
            status = user == nil ? "check_mail" : "already_confirmed"
            self.user = user
        }

        private init(status: String) {
            self.status = status
            user = nil
        }

        /// The person who is logged in got enough messages lately: nothing is sent.
        package static let tooSoon = Accepted(status: "too_soon")
    }

    /// The problem codes of the routes, besides those of all routes.
    package enum Code: String, CaseIterable, Sendable {
        case invalidCode = "invalid_code"
        case linkExpired = "link_expired"
        case linkForeign = "link_foreign"
        case linkUnknown = "link_unknown"
        case linkUsed = "link_used"
        case wrongPassword = "wrong_password"
    }
}
