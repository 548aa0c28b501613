package import CoreModels
package import FoundationEssentials

/// What changing the address looks like on the wire.
package enum AddressChangeContract {
    /// The path of asking for a code.
    package static let path = "/auth/address"
    /// The path of typing it.
    package static let confirmationPath = "/auth/address/confirmation"
    /// The path of the page that gives the address back.
    package static let pagePath = "/address"

    /// What is sent to begin.
    package struct Request: Codable, Sendable {
        package let email: String

        package init(email: String) {
            self.email = email
        }
    }

    /// What is answered, whatever becomes of it.
    package struct Accepted: Codable, Hashable, Sendable {
        package let status: String

        package init() {
            status = "check_mail"
        }
    }

    /// What is sent to end.
    package struct Confirmation: Codable, Sendable {
        package let code: Secret

        private enum CodingKeys: CodingKey {
            case code
        }

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

    /// What is answered once the address is another one.
    package struct Changed: Codable, Sendable {
        package let user: User
        /// By what the device is known the next time that somebody logs in with the
        /// new address.
        package let deviceToken: Secret?
        /// Until when the link in the letter to the old address undoes it; nil if there is none.
        package let undoUntil: Date?

        private enum CodingKeys: String, CodingKey {
            case user
            case deviceToken = "device_token"
            case undoUntil = "undo_until"
        }

        package init(user: User, deviceToken: Secret?, undoUntil: Date?) {
            self.user = user
            self.deviceToken = deviceToken
            self.undoUntil = undoUntil
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            user = try container.decode(User.self, forKey: .user)
            deviceToken = try container.decodeIfPresent(Secret.self, forKey: .deviceToken)
            undoUntil = try container.decodeIfPresent(Date.self, forKey: .undoUntil)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(user, forKey: .user)
            try container.encodeIfPresent(deviceToken, forKey: .deviceToken)
            try container.encodeIfPresent(undoUntil, forKey: .undoUntil)
        }
    }

    /// The problem codes of the routes, besides those of all routes.
    package enum Code: String, CaseIterable, Sendable {
        case codeExpired = "code_expired"
        case insufficientAuthentication = "insufficient_user_authentication"
        case invalidCode = "invalid_code"
        case tooManyChanges = "too_many_changes"
        case tooManyRequests = "too_many_requests"
    }

    /// The codes of fields that can't be accepted.
    package enum FieldCode: String, CaseIterable, Sendable {
        case invalidCode = "invalid_code"
        case invalidEmail = "invalid_email"
        case sameAddress = "same_address"
    }
}
