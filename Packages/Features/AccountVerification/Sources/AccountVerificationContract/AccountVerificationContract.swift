package import CoreModels

/// What confirming an address looks like on the wire.
package enum AccountVerificationContract {
    /// The path of confirming an address.
    package static let path = "/auth/verification"
    /// The path of asking for another message.
    package static let resendPath = "/auth/verification/resend"
    /// The path of the page that mailed links open.
    package static let pagePath = "/verify"

    /// What is sent: the token of a link; or the code, and the address where
    /// nobody is logged in.
    package struct Confirmation: Codable, Sendable {
        package let token: String?
        package let code: String?
        package let email: String?

        package init(token: String) {
            self.token = token
            code = nil
            email = nil
        }

        package init(code: String, email: String? = nil) {
            token = nil
            self.code = code
            self.email = email
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
    }
}
