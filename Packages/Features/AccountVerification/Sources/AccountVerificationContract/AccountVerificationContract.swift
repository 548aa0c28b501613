package import CoreModels

/// What confirming an address looks like on the wire.
package enum AccountVerificationContract {
    /// The path of confirming an address.
    package static let path = "/auth/verification"
    /// The path of asking for another message.
    package static let resendPath = "/auth/verification/resend"

    /// What is sent: the code, and the address where nobody is logged in.
    package struct Confirmation: Codable, Sendable {
        package let code: String
        package let email: String?

        package init(code: String, email: String? = nil) {
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

        package init() {
            status = "check_mail"
        }
    }

    /// The problem codes of the routes, besides those of all routes.
    package enum Code: String, CaseIterable, Sendable {
        case invalidCode = "invalid_code"
        case linkExpired = "link_expired"
        case linkUsed = "link_used"
    }
}
