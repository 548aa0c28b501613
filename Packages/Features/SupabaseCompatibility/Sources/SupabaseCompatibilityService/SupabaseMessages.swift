import CoreModels
import FoundationEssentials

/// What clients of Supabase send, all requests taken together: each says which of it it needs.
struct SupabaseRequest: Decodable {
    let email: String?
    let phone: String?
    let password: Secret?
    /// The password that one has, to change it.
    let currentPassword: Secret?
    let refreshToken: Secret?
    let type: String?
    /// A mailed code.
    let token: String?
    /// What is behind `token=` in a mailed link.
    let tokenHash: String?
    /// What is said of the person.
    let data: [String: Metadatum]?
    /// The answer to a CAPTCHA.
    let captcha: Secret?

    /// A value that somebody chose for a person; only texts and nothing mean something here.
    enum Metadatum: Decodable {
        case text(String)
        case nothing
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self =
                if container.decodeNil() { .nothing } else {
                    (try? container.decode(String.self)).map { .text($0) } ?? .other
                }
        }
    }

    private enum CodingKeys: String, CodingKey {
        case email, phone, password, type, token, data
        case currentPassword = "current_password"
        case refreshToken = "refresh_token"
        case tokenHash = "token_hash"
        case security = "gotrue_meta_security"
    }

    private enum SecurityKeys: String, CodingKey {
        case captcha = "captcha_token"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        email = try container.decodeIfPresent(String.self, forKey: .email)
        phone = try container.decodeIfPresent(String.self, forKey: .phone)
        password = try container.decodeIfPresent(Secret.self, forKey: .password)
        currentPassword = try container.decodeIfPresent(Secret.self, forKey: .currentPassword)
        refreshToken = try container.decodeIfPresent(Secret.self, forKey: .refreshToken)
        type = try container.decodeIfPresent(String.self, forKey: .type)
        token = try container.decodeIfPresent(String.self, forKey: .token)
        tokenHash = try container.decodeIfPresent(String.self, forKey: .tokenHash)
        data = try container.decodeIfPresent([String: Metadatum].self, forKey: .data)
        let hasSecurity = try container.contains(.security) && !container.decodeNil(forKey: .security)
        captcha =
            hasSecurity
            ? try container.nestedContainer(keyedBy: SecurityKeys.self, forKey: .security)
                .decodeIfPresent(Secret.self, forKey: .captcha) : nil
    }
}

/// A person, as clients of Supabase know one (`UserSchema` of their description).
struct SupabaseUser: Encodable {
    /// The role and the audience that all people have there who are no administrators.
    static let role = "authenticated"

    let id: String
    let email: String
    /// Nil where nobody may be told.
    let name: String?
    let isVerified: Bool
    let createdAt: Date

    init(_ user: User) {
        id = "\(user.id)"
        email = "\(user.email)"
        name = user.name
        isVerified = user.isVerified
        createdAt = user.createdAt
    }

    /// Somebody of whom no more is said than the address, which they said themselves.
    init(named id: String, email: String, at now: Date) {
        self.id = id
        self.email = email
        name = nil
        isVerified = false
        createdAt = now
    }

    /// What is known of people beside: names alone.
    var metadata: [String: String] { name.map { ["name": $0, "full_name": $0] } ?? [:] }
    /// By what they come in.
    static let appMetadata = AppMetadata(provider: "email", providers: ["email"])

    struct AppMetadata: Encodable {
        let provider: String
        let providers: [String]
    }

    /// The one thing by which clients of Supabase log in here.
    private struct Identity: Encodable {
        let id: String
        let identity_id: String
        let user_id: String
        let identity_data: [String: String]
        let provider: String
        let created_at: Date
        let updated_at: Date
    }

    private enum CodingKeys: String, CodingKey {
        case id, aud, role, email, phone, identities
        case emailConfirmedAt = "email_confirmed_at"
        case confirmedAt = "confirmed_at"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case appMetadata = "app_metadata"
        case userMetadata = "user_metadata"
        case isAnonymous = "is_anonymous"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(Self.role, forKey: .aud)
        try container.encode(Self.role, forKey: .role)
        try container.encode(email, forKey: .email)
        try container.encode("", forKey: .phone)
        // Clients ask whether there is a time; when it was, nobody keeps.
        if isVerified {
            try container.encode(createdAt, forKey: .emailConfirmedAt)
            try container.encode(createdAt, forKey: .confirmedAt)
        }
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(createdAt, forKey: .updatedAt)
        try container.encode(Self.appMetadata, forKey: .appMetadata)
        try container.encode(metadata, forKey: .userMetadata)
        try container.encode(false, forKey: .isAnonymous)
        let identity = Identity(
            id: id, identity_id: id, user_id: id, identity_data: ["email": email, "sub": id], provider: "email",
            created_at: createdAt, updated_at: createdAt)
        try container.encode([identity], forKey: .identities)
    }
}

/// A session, as clients of Supabase know one (`AccessTokenResponseSchema` of their description).
struct SupabaseSession: Encodable {
    let accessToken: String
    let refreshToken: Secret
    let expiresIn: Int
    let expiresAt: Int
    let user: SupabaseUser

    private enum CodingKeys: String, CodingKey {
        case user
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case expiresAt = "expires_at"
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(accessToken, forKey: .accessToken)
        try container.encode(refreshToken, forKey: .refreshToken)
        try container.encode("bearer", forKey: .tokenType)
        try container.encode(expiresIn, forKey: .expiresIn)
        try container.encode(expiresAt, forKey: .expiresAt)
        try container.encode(user, forKey: .user)
    }
}
