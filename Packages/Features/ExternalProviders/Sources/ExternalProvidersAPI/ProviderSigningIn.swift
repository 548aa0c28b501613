public import CoreModels
public import FoundationEssentials
public import LoginAPI

/// Signs people in through somebody else, who says who they are.
///
/// Any number of calls may run at once.
public protocol ProviderSigningIn: Sendable {
    /// The providers of the server, perhaps none.
    ///
    /// - Throws: `connectivity`, `busy`, `server`, `cancelled`, `impossible`.
    func providers() async throws(ProviderError) -> [SignInProvider]

    /// Begins an attempt: the person goes on at the provider.
    ///
    /// - Parameter name: The provider's ``SignInProvider/name``.
    /// - Throws: `unknownProvider`, `providerUnavailable`, `providerRefused`, and as
    ///   ``providers()``.
    func begin(with name: String) async throws(ProviderError) -> ProviderDeparture

    /// Goes on with what the person came back with, once.
    ///
    /// - Parameter attempt: That of the ``ProviderDeparture``.
    /// - Throws: What ``ProviderError`` has of it; nobody is logged in then who wasn't
    ///   before. `sessionNotStored` when the session couldn't be kept.
    func finish(_ answer: ProviderAnswer, of attempt: Secret) async throws(ProviderError) -> ProviderArrival
}

/// Somebody who says who people are.
public struct SignInProvider: Hashable, Sendable {
    /// The name by which it is known in addresses, such as `google`.
    public let name: String
    /// How people call it.
    public let title: String

    /// Creates a provider.
    public init(name: String, title: String) {
        self.name = name
        self.title = title
    }
}

/// An attempt that has begun.
public struct ProviderDeparture: Sendable {
    /// Where the person goes on, at the provider.
    public let address: URL
    /// By which the answer is known; it stays where the attempt was begun.
    public let attempt: Secret

    /// Creates an attempt.
    public init(address: URL, attempt: Secret) {
        self.address = address
        self.attempt = attempt
    }
}

/// With what a person came back.
public struct ProviderAnswer: Sendable {
    /// The provider to whose address it was.
    public let provider: String
    /// What was sent along.
    public let state: String
    /// What the server exchanges for who it is.
    public let code: Secret?
    /// Whom the answer names as the provider.
    public let issuer: String?
    /// The word for why nobody is signed in.
    public let error: String?
    /// What the provider has the browser say of the person.
    public let user: String?

    /// Creates an answer.
    public init(
        provider: String, state: String, code: Secret?, issuer: String? = nil, error: String? = nil,
        user: String? = nil
    ) {
        self.provider = provider
        self.state = state
        self.code = code
        self.issuer = issuer
        self.error = error
        self.user = user
    }
}

/// What came of an attempt.
public enum ProviderArrival: Sendable {
    /// The person is logged in.
    case signedIn(LoggedIn)
    /// The second factor has to be proved as well, by `LoggingIn`.
    case needsCode(LoginTicket)
    /// What can be linked with an account.
    case offered(LinkOffer)
}

/// An account of a provider that isn't linked with an account here.
public struct LinkOffer: Sendable {
    /// By which it is taken; it stays where the attempt was begun.
    public let attempt: Secret
    /// The provider's name.
    public let provider: String
    /// The address that the provider has.
    public let email: String?
    /// Whether an account has that address, so that its person has to log in first.
    public let isAccountKnown: Bool

    /// Creates an offer.
    public init(attempt: Secret, provider: String, email: String?, isAccountKnown: Bool) {
        self.attempt = attempt
        self.provider = provider
        self.email = email
        self.isAccountKnown = isAccountKnown
    }
}
