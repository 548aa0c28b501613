package import CoreModels
package import FoundationEssentials

/// Who somebody is to a provider.
package struct ExternalIdentity: Codable, Hashable, Sendable {
    /// The provider, byte for byte.
    package let issuer: String
    /// The person there; nobody else ever has it (OpenID Connect Core 1.0, section 2).
    package let subject: String
    /// The address that the provider knows.
    package let email: EmailAddress?
    /// Whether the provider says that it is the person's.
    package let isEmailProved: Bool
    /// What the person is called there.
    package var name: String?
    /// The session there (OpenID Connect Back-Channel Logout 1.0, section 2.1); nil for
    /// none that is known.
    package let session: String?
    /// When the person proved there who they are (section 2, `auth_time`); nil for a
    /// provider that doesn't say so.
    package let authenticatedAt: Date?

    package init(
        issuer: String, subject: String, email: EmailAddress?, isEmailProved: Bool, name: String?,
        session: String? = nil, authenticatedAt: Date? = nil
    ) {
        self.issuer = issuer
        self.subject = subject
        self.email = email
        self.isEmailProved = isEmailProved
        self.name = name
        self.session = session
        self.authenticatedAt = authenticatedAt
    }

    /// The address, if the provider says that it is the person's.
    package var provedEmail: EmailAddress? { isEmailProved ? email : nil }
}

/// What a provider says of a person, in a token or in answer to who asks with one.
package struct PersonClaims: Decodable, Hashable, Sendable {
    let subject: String
    let email: String?
    let isEmailProved: Bool
    let name: String?

    private enum CodingKeys: String, CodingKey {
        case subject = "sub"
        case email, name
        case isEmailProved = "email_verified"
        case givenName = "given_name"
        case preferredName = "preferred_username"
    }

    init(subject: String, email: String?, isEmailProved: Bool, name: String?) {
        self.subject = subject
        self.email = email
        self.isEmailProved = isEmailProved
        self.name = name
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        subject = try members.decode(String.self, forKey: .subject)
        guard Self.isSubject(subject) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "The subject isn't one."))
        }
        func text(_ key: CodingKeys) -> String? { try? members.decodeIfPresent(String.self, forKey: key) }
        email = text(.email)
        // Some write it as text. Whatever else is there is no yes.
        isEmailProved =
            (try? members.decodeIfPresent(Bool.self, forKey: .isEmailProved)) ?? (text(.isEmailProved) == "true")
        name = [text(.name), text(.givenName), text(.preferredName)].lazy.compactMap { $0 }.first { !$0.isEmpty }
    }

    /// Whether text can name a person (OpenID Connect Core 1.0, section 2): 1 to 255
    /// characters of ASCII.
    static func isSubject(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    /// Who it is, to the provider that says so.
    func identity(
        at issuer: String, in session: String? = nil, authenticatedAt: Date? = nil
    ) -> ExternalIdentity {
        ExternalIdentity(
            issuer: issuer, subject: subject, email: email.flatMap { EmailAddress($0) }, isEmailProved: isEmailProved,
            name: name, session: session, authenticatedAt: authenticatedAt)
    }
}
