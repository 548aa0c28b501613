import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import SessionsServiceAPI

/// Makes sessions of Supabase's clients out of those of this server.
///
/// Their access token says in their claims what ours says, for services that read it, and holds
/// ours: that is what lets somebody in, and what is checked.
struct SupabaseTokens: Sendable {
    let signing: any TokenSigning
    let now: @Sendable () -> Date

    /// What a request shows in `Authorization`.
    ///
    /// - Throws: 401 without any, or with another scheme than bearers use.
    func credentials(of request: ServerRequest) async throws -> SupabaseCredentials {
        guard let field = request.fields.onlyValue(of: .authorization) else {
            throw HTTPProblem.authenticationRequired()
        }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw HTTPProblem.authenticationRequired() }
        let token = String(parts[1])
        if let proof = RecoveryProof(token: token) { return .recovery(proof) }
        // Services believe all that a token says once the server answers for it: what ours is wrapped in has to be
        // ours. Any other one is judged as it is, by whoever judges tokens here.
        let wrapped = try await signing.claims(of: token, as: Wrapped.self, at: now())
        return .session(Secret(wrapped?.essential_token ?? token))
    }

    /// - Throws: 401 for a proof that begins no session.
    func session(of request: ServerRequest) async throws -> Secret {
        guard case .session(let token) = try await credentials(of: request) else {
            throw HTTPProblem.authenticationRequired()
        }
        return token
    }

    private struct Wrapped: Decodable {
        let essential_token: String
    }

    func session(_ grant: TokenGrant, of user: User) async throws -> SupabaseSession {
        let access = grant.accessToken.withText { $0 ?? "" }
        let person = SupabaseUser(user)
        let token = try await signing.sign(try Claims(access, of: person))
        return SupabaseSession(
            accessToken: token, refreshToken: grant.refreshToken, expiresIn: grant.expiresIn,
            expiresAt: Int(now().timeIntervalSince1970) + grant.expiresIn, user: person)
    }

    /// The claims of Supabase (`GoTrueClaims`), and the access token that they are of.
    private struct Claims: Encodable, Sendable {
        let own: OwnClaims
        let access: String
        let email: String
        let name: [String: String]

        init(_ access: String, of user: SupabaseUser) throws {
            own = try JSONWebTokenPayload.read(OwnClaims.self, in: access)
            self.access = access
            // Who reads the token goes by it: one that nobody proved may be anybody's.
            email = user.isVerified ? user.email : ""
            name = user.metadata
        }

        private enum CodingKeys: String, CodingKey {
            case iss, sub, aud, exp, iat, email, phone, role, aal, amr
            case sessionID = "session_id"
            case appMetadata = "app_metadata"
            case userMetadata = "user_metadata"
            case isAnonymous = "is_anonymous"
            case access = "essential_token"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(own.iss, forKey: .iss)
            try container.encode(own.sub, forKey: .sub)
            try container.encode(SupabaseUser.role, forKey: .aud)
            try container.encode(own.exp, forKey: .exp)
            try container.encode(own.iat, forKey: .iat)
            try container.encode(email, forKey: .email)
            try container.encode("", forKey: .phone)
            try container.encode(SupabaseUser.role, forKey: .role)
            try container.encode(own.acr ?? AuthenticationLevel.one.rawValue, forKey: .aal)
            try container.encode(own.methods, forKey: .amr)
            try container.encode(own.sid, forKey: .sessionID)
            try container.encode(SupabaseUser.appMetadata, forKey: .appMetadata)
            try container.encode(name, forKey: .userMetadata)
            try container.encode(false, forKey: .isAnonymous)
            try container.encode(access, forKey: .access)
        }
    }

    /// What an access token of this server says (RFC 9068).
    private struct OwnClaims: Decodable, Sendable {
        let iss: String
        let sub: String
        let exp: Int
        let iat: Int
        let sid: String
        let acr: String?
        let amr: [String]?
        let auth_time: Int?

        /// How and when, in the words of Supabase.
        var methods: [Method] {
            let words = ["pwd": "password", "otp": "totp", "fed": "oauth"]
            return (amr ?? []).filter { $0 != "mfa" }
                .map { Method(method: words[$0] ?? $0, timestamp: auth_time ?? iat) }
        }
    }

    private struct Method: Encodable {
        let method: String
        let timestamp: Int
    }
}

/// What a token says, whoever signed it.
enum JSONWebTokenPayload {
    /// - Throws: `DecodingError`; a token of another form has nothing to say.
    static func read<Value: Decodable>(_ type: Value.Type, in token: String) throws -> Value {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        let payload = parts.count == 3 ? Base64URL.decode(parts[1]) : nil
        return try WireDecoder().decode(type, from: payload ?? Data())
    }
}

/// What a client of Supabase shows in `Authorization`.
enum SupabaseCredentials {
    /// The access token of a session of this server.
    case session(Secret)
    /// A mailed proof that lets choose another password, and nothing else.
    case recovery(RecoveryProof)
}
