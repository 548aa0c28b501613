package import CoreModels
package import FoundationEssentials

extension ExternalProvidersContract {
    /// What is sent to take an offer.
    package struct Acceptance: Codable, Sendable {
        package let attempt: Secret

        private enum CodingKeys: CodingKey { case attempt }

        package init(attempt: Secret) {
            self.attempt = attempt
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            attempt = try container.decode(Secret.self, forKey: .attempt)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(attempt, forKey: .attempt)
        }
    }

    /// A person's ways in.
    package struct Ways: Codable, Sendable {
        /// Whether the account has a password.
        package let password: Bool
        package let links: [Link]
        /// How many others there are; older servers don't say.
        package let others: Int?
        /// Whether the person proved lately who they are; older servers don't say.
        package let isChangeable: Bool?

        private enum CodingKeys: String, CodingKey {
            case password, links, others
            case isChangeable = "changeable"
        }

        package init(password: Bool, links: [Link], others: Int, isChangeable: Bool) {
            self.password = password
            self.links = links
            self.others = others
            self.isChangeable = isChangeable
        }
    }

    /// A way in through a provider.
    package struct Link: Codable, Sendable {
        package let id: LinkID
        package let provider: String
        package let title: String
        package let email: String?
        package let linkedAt: Date
        /// Whether anybody gets in by it now; older servers don't say.
        package let leadsIn: Bool?

        private enum CodingKeys: String, CodingKey {
            case id, provider, title, email
            case linkedAt = "linked_at"
            case leadsIn = "leads_in"
        }

        package init(id: LinkID, provider: String, title: String, email: String?, linkedAt: Date, leadsIn: Bool) {
            self.id = id
            self.provider = provider
            self.title = title
            self.email = email
            self.linkedAt = linkedAt
            self.leadsIn = leadsIn
        }
    }
}
