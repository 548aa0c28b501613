public import FoundationEssentials

/// A person with an account, as the wire and the screens know them.
public struct User: Codable, Hashable, Sendable {
    /// The person's identifier.
    public let id: UserID
    /// The name under which the person appears.
    public let name: String
    /// The address with which the person logs in.
    public let email: EmailAddress
    /// Whether the person has proved that the address is theirs.
    public let isVerified: Bool
    /// When the account was made.
    public let createdAt: Date

    private enum CodingKeys: String, CodingKey {
        case id, name, email
        case isVerified = "email_verified"
        case createdAt = "created_at"
    }

    /// Creates a person with an account.
    public init(id: UserID, name: String, email: EmailAddress, isVerified: Bool, createdAt: Date) {
        self.id = id
        self.name = name
        self.email = email
        self.isVerified = isVerified
        self.createdAt = createdAt
    }
}
