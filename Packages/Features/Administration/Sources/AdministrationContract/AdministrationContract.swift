package import CoreModels

/// What being an administrator looks like on the wire.
package enum AdministrationContract {
    /// The path of whether one is.
    package static let path = "/auth/administrator"

    /// The administrator who asks.
    package struct Standing: Codable, Hashable, Sendable {
        package let user: UserID
        package let session: SessionID

        package init(user: UserID, session: SessionID) {
            self.user = user
            self.session = session
        }
    }

    /// What makes somebody one.
    package struct Acceptance: Codable, Sendable {
        /// Of the invitation's link.
        package let token: Secret

        private enum CodingKeys: String, CodingKey { case token }

        package init(token: Secret) {
            self.token = token
        }

        package init(from decoder: any Decoder) throws {
            token = try decoder.container(keyedBy: CodingKeys.self).decode(Secret.self, forKey: .token)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(token, forKey: .token)
        }
    }

    /// The problem codes of the routes, besides those of all routes.
    package enum Code: String, CaseIterable, Sendable {
        case emailNotVerified = "email_not_verified"
        case insufficientAuthentication = "insufficient_user_authentication"
        case invitationOver = "invitation_over"
        case notAdministrator = "not_administrator"
    }
}
