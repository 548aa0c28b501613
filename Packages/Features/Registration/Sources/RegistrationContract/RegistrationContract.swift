package import CoreModels

/// What making an account looks like on the wire.
package enum RegistrationContract {
    /// The path of making an account.
    package static let path = "/auth/register"

    /// What is sent.
    package struct Request: Codable, Sendable {
        package let name: String
        package let email: String
        package let password: Secret
        /// How the device calls itself; nil from clients that don't say.
        package let device: String?

        private enum CodingKeys: CodingKey { case name, email, password, device }

        package init(name: String, email: String, password: Secret, device: String? = nil) {
            self.name = name
            self.email = email
            self.password = password
            self.device = device
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            device = try container.decodeIfPresent(String.self, forKey: .device)
            name = try container.decode(String.self, forKey: .name)
            email = try container.decode(String.self, forKey: .email)
            password = try container.decode(Secret.self, forKey: .password)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(name, forKey: .name)
            try container.encode(email, forKey: .email)
            try container.encode(password, forKey: .password)
            try container.encodeIfPresent(device, forKey: .device)
        }
    }

    /// What is answered with 201.
    package struct Created: Codable, Sendable {
        package let user: User
        /// The session that began; absent when the person has to log in.
        package let token: TokenGrant?
        /// Where the person goes next (D3).
        package let next: Next
        /// To be sent with the next login on this device; nil without a session,
        /// and from a server that doesn't tell devices apart.
        package let deviceToken: Secret?

        package init(user: User, token: TokenGrant?, next: Next, deviceToken: Secret? = nil) {
            self.user = user
            self.token = token
            self.next = next
            self.deviceToken = deviceToken
        }

        private enum CodingKeys: String, CodingKey {
            case user, token, next
            case deviceToken = "device_token"
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            user = try container.decode(User.self, forKey: .user)
            token = try container.decodeIfPresent(TokenGrant.self, forKey: .token)
            // Other servers don't say, or say what this client doesn't know: a
            // session that began goes on.
            let said = try container.decodeIfPresent(String.self, forKey: .next)
            next = said.flatMap(Next.init) ?? (token == nil ? .logIn : .confirmation)
            deviceToken = try container.decodeIfPresent(Secret.self, forKey: .deviceToken)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(user, forKey: .user)
            try container.encodeIfPresent(token, forKey: .token)
            try container.encode(next, forKey: .next)
            try container.encodeIfPresent(deviceToken, forKey: .deviceToken)
        }
    }

    /// Where a person goes after making an account (D3).
    package enum Next: String, Codable, CaseIterable, Sendable {
        case confirmation
        case logIn = "login"
        case signedIn = "signed_in"
    }

    /// What is answered with 202 by a server that reveals no accounts (D2).
    package struct Accepted: Codable, Hashable, Sendable {
        package let status: String

        package init() {
            status = "check_mail"
        }
    }

    /// The problem codes of the route, besides those of all routes.
    package enum Code: String, CaseIterable, Sendable {
        case emailAlreadyInUse = "email_already_in_use"
        case invalidData = "invalid_data"
        case abuseDetected = "abuse_detected"
        case replayDetected = "replay_detected"
    }

    /// The codes of fields that can't be accepted.
    package enum FieldCode: String, CaseIterable, Sendable {
        case emptyName = "empty_name"
        case invalidName = "invalid_name"
        case reservedName = "reserved_name"
        case invalidEmail = "invalid_email"
        case weakPassword = "weak_password"
        case passwordTooLong = "password_too_long"
        case commonPassword = "common_password"
        case personalPassword = "personal_password"
        case predictablePassword = "predictable_password"
    }
}
