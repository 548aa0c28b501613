package import CoreModels

/// A way into an account through a provider.
package enum LinkEntity {}
/// The identifier of such a way.
package typealias LinkID = Identifier<LinkEntity>

/// What signing in through providers looks like on the wire.
package enum ExternalProvidersContract {
    /// The path of all providers.
    package static let providersPath = "/auth/providers"
    /// The path at which an attempt begins.
    package static let attemptsPath = "/auth/providers/{name}/attempts"
    /// The path to which an attempt is brought back.
    package static let answerPath = "/auth/providers/answer"
    /// The path of a person's ways in.
    package static let waysPath = "/auth/ways-in"
    /// The path of one of them.
    package static let wayPath = "/auth/ways-in/{id}"

    /// The path at which an attempt with one provider begins.
    package static func attemptsPath(at name: String) -> String { "/auth/providers/\(name)/attempts" }
    /// The path of one of a person's ways in.
    package static func wayPath(of id: LinkID) -> String { "/auth/ways-in/\(id)" }

    /// All providers.
    package struct Providers: Codable, Sendable {
        package let providers: [Provider]

        package init(providers: [Provider]) {
            self.providers = providers
        }
    }

    /// A provider.
    package struct Provider: Codable, Sendable {
        package let name: String
        package let title: String

        package init(name: String, title: String) {
            self.name = name
            self.title = title
        }
    }

    /// An attempt that has begun.
    package struct Begun: Codable, Sendable {
        /// Where the person goes on.
        package let address: String
        /// By which the answer is known; it stays where the attempt was begun.
        package let attempt: Secret
        /// In seconds.
        package let expiresIn: Int

        private enum CodingKeys: String, CodingKey {
            case address, attempt
            case expiresIn = "expires_in"
        }

        package init(address: String, attempt: Secret, expiresIn: Int) {
            self.address = address
            self.attempt = attempt
            self.expiresIn = expiresIn
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            address = try container.decode(String.self, forKey: .address)
            attempt = try container.decode(Secret.self, forKey: .attempt)
            expiresIn = try container.decode(Int.self, forKey: .expiresIn)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(address, forKey: .address)
            try container.encode(attempt, forKey: .attempt)
            try container.encode(expiresIn, forKey: .expiresIn)
        }
    }

    /// With what a person came back from a provider.
    package struct Answer: Codable, Sendable {
        package let attempt: Secret
        /// The provider to whose address the person came back.
        package let provider: String
        package let state: String
        package let code: Secret?
        package let issuer: String?
        package let error: String?
        /// What the provider has the browser say of the person, which nobody signed.
        package let user: String?
        /// How the device calls itself.
        package let device: String?

        private enum CodingKeys: String, CodingKey {
            case attempt, provider, state, code, error, user, device
            case issuer = "iss"
        }

        package init(
            attempt: Secret, provider: String, state: String, code: Secret?, issuer: String?, error: String?,
            user: String? = nil, device: String?
        ) {
            self.attempt = attempt
            self.provider = provider
            self.state = state
            self.code = code
            self.issuer = issuer
            self.error = error
            self.user = user
            self.device = device
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            attempt = try container.decode(Secret.self, forKey: .attempt)
            provider = try container.decode(String.self, forKey: .provider)
            state = try container.decode(String.self, forKey: .state)
            code = try container.decodeIfPresent(Secret.self, forKey: .code)
            issuer = try container.decodeIfPresent(String.self, forKey: .issuer)
            error = try container.decodeIfPresent(String.self, forKey: .error)
            user = try container.decodeIfPresent(String.self, forKey: .user)
            device = try container.decodeIfPresent(String.self, forKey: .device)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(attempt, forKey: .attempt)
            try container.encode(provider, forKey: .provider)
            try container.encode(state, forKey: .state)
            try container.encodeIfPresent(code, forKey: .code)
            try container.encodeIfPresent(issuer, forKey: .issuer)
            try container.encodeIfPresent(error, forKey: .error)
            try container.encodeIfPresent(user, forKey: .user)
            try container.encodeIfPresent(device, forKey: .device)
        }
    }

    /// What came of it: a session, or an offer.
    package struct Outcome: Codable, Sendable {
        /// Whose session has begun; nil for none.
        package let user: User?
        package let token: TokenGrant?
        /// Whether the account was to be deleted, which the session took back; nil if not.
        package let accountKept: Bool?
        /// What can be linked; nil for nothing.
        package let offer: Offer?

        private enum CodingKeys: String, CodingKey {
            case user, token, offer
            case accountKept = "account_kept"
        }

        package init(user: User, token: TokenGrant, keepsAccount: Bool = false) {
            self.user = user
            self.token = token
            accountKept = keepsAccount ? true : nil
            offer = nil
        }

        package init(offer: Offer) {
            user = nil
            token = nil
            accountKept = nil
            self.offer = offer
        }
    }

    /// An account of a provider that can be linked by who proves to be the person.
    package struct Offer: Codable, Sendable {
        /// By which it is known; it stays where the attempt was begun.
        package let attempt: Secret
        package let provider: String
        package let email: String?
        /// Whether an account has that address, so that its person has to log in.
        package let isKnown: Bool

        private enum CodingKeys: String, CodingKey {
            case attempt, provider, email
            case isKnown = "account_exists"
        }

        package init(attempt: Secret, provider: String, email: String?, isKnown: Bool) {
            self.attempt = attempt
            self.provider = provider
            self.email = email
            self.isKnown = isKnown
        }

        package init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            attempt = try container.decode(Secret.self, forKey: .attempt)
            provider = try container.decode(String.self, forKey: .provider)
            email = try container.decodeIfPresent(String.self, forKey: .email)
            isKnown = try container.decode(Bool.self, forKey: .isKnown)
        }

        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(attempt, forKey: .attempt)
            try container.encode(provider, forKey: .provider)
            try container.encodeIfPresent(email, forKey: .email)
            try container.encode(isKnown, forKey: .isKnown)
        }
    }

    /// What a problem with the code `second_factor_required` says besides.
    package struct SecondStep: Decodable, Sendable {
        /// That the first step is done; goes to the login with the code.
        package let ticket: Secret

        private enum CodingKeys: String, CodingKey { case ticket }

        package init(from decoder: any Decoder) throws {
            ticket = try decoder.container(keyedBy: CodingKeys.self).decode(Secret.self, forKey: .ticket)
        }
    }

    /// The problem codes of the routes, besides those of all routes.
    package enum Code: String, CaseIterable, Sendable {
        case unknownProvider = "unknown_provider"
        case attemptOver = "attempt_over"
        case signInCancelled = "sign_in_cancelled"
        case signInDenied = "sign_in_denied"
        case signInNotRecent = "sign_in_not_recent"
        case providerUnavailable = "provider_unavailable"
        case providerRefused = "provider_refused"
        case answerNotBelieved = "answer_not_believed"
        case addressNotVouched = "address_not_vouched"
        case linkedElsewhere = "linked_elsewhere"
        case emailNotVerified = "email_not_verified"
        case accountSuspended = "account_suspended"
        case unknownWay = "unknown_way_in"
        case lastWay = "last_way_in"
        case secondFactorRequired = "second_factor_required"
        case insufficientAuthentication = "insufficient_user_authentication"
    }
}
