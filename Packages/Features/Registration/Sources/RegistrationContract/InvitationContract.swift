package import CoreModels

/// What making an account by an invitation looks like on the wire; what is answered is as for others
/// (``RegistrationContract/Created``).
package enum InvitationContract {
    /// The path of making such an account.
    package static let path = "/auth/invitation"
    /// Where the links of letters lead.
    package static let pagePath = "/invitation"

    /// What is sent.
    package struct Request: Codable, Sendable {
        /// The token of the link.
        package let invitation: Secret
        package let name: String
        package let password: Secret
        /// How the device calls itself; nil from clients that don't say.
        package let device: String?

        private enum CodingKeys: CodingKey { case invitation, name, password, device }

        package init(invitation: Secret, name: String, password: Secret, device: String?) {
            self.invitation = invitation
            self.name = name
            self.password = password
            self.device = device
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            invitation = try container.decode(Secret.self, forKey: .invitation)
            name = try container.decode(String.self, forKey: .name)
            password = try container.decode(Secret.self, forKey: .password)
            device = try container.decodeIfPresent(String.self, forKey: .device)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(invitation, forKey: .invitation)
            try container.encode(name, forKey: .name)
            try container.encode(password, forKey: .password)
            try container.encodeIfPresent(device, forKey: .device)
        }
    }

    /// The problem codes of the route, besides those of making an account.
    package enum Code: String, CaseIterable, Sendable {
        case invitationOver = "invitation_over"
    }
}
