package import CoreModels

/// What changing the password looks like on the wire.
package enum PasswordChangeContract {
    /// The path of changing the password.
    package static let path = "/auth/password/change"

    /// What is sent.
    package struct Change: Codable, Sendable {
        package let currentPassword: Secret
        package let newPassword: Secret
        /// The refresh token of the session; who sends it can exchange it for
        /// the new one if the answer is lost.
        package let refreshToken: Secret?

        private enum CodingKeys: String, CodingKey {
            case currentPassword = "current_password"
            case newPassword = "new_password"
            case refreshToken = "refresh_token"
        }

        package init(currentPassword: Secret, newPassword: Secret, refreshToken: Secret?) {
            self.currentPassword = currentPassword
            self.newPassword = newPassword
            self.refreshToken = refreshToken
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            currentPassword = try container.decode(Secret.self, forKey: .currentPassword)
            newPassword = try container.decode(Secret.self, forKey: .newPassword)
            refreshToken = try container.decodeIfPresent(Secret.self, forKey: .refreshToken)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(currentPassword, forKey: .currentPassword)
            try container.encode(newPassword, forKey: .newPassword)
            try container.encodeIfPresent(refreshToken, forKey: .refreshToken)
        }
    }

    /// What is answered.
    package struct Changed: Codable, Sendable {
        /// The new tokens of the session.
        package let token: TokenGrant
        /// By what the device is known the next time that somebody logs in with the new
        /// password; nil from servers that don't say.
        package let deviceToken: Secret?

        private enum CodingKeys: String, CodingKey {
            case token
            case deviceToken = "device_token"
        }

        package init(token: TokenGrant, deviceToken: Secret?) {
            self.token = token
            self.deviceToken = deviceToken
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            token = try container.decode(TokenGrant.self, forKey: .token)
            deviceToken = try container.decodeIfPresent(Secret.self, forKey: .deviceToken)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(token, forKey: .token)
            try container.encodeIfPresent(deviceToken, forKey: .deviceToken)
        }
    }

    /// The problem codes of the route, besides those of all routes.
    package enum Code: String, CaseIterable, Sendable {
        case invalidCredentials = "invalid_credentials"
        case accountLocked = "account_locked"
        case insufficientAuthentication = "insufficient_user_authentication"
        case noPassword = "no_password"
        case tooManyRequests = "too_many_requests"
    }

    /// The codes of fields that can't be accepted, besides those of passwords.
    package enum FieldCode: String, CaseIterable, Sendable {
        case invalidPassword = "invalid_password"
        case samePassword = "same_password"
    }
}
