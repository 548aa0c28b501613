public import CoreModels
public import FoundationEssentials

/// Shows the ways into the account of who is logged in, and changes them.
///
/// Any number of calls may run at once.
public protocol WaysInManaging: Sendable {
    /// The ways in.
    ///
    /// - Throws: `notLoggedIn`, `connectivity`, `busy`, `server`, `cancelled`,
    ///   `impossible`.
    func ways() async throws(ProviderError) -> AccountWaysIn

    /// Takes an offer: the person logs in through that provider, too, from then on.
    ///
    /// - Throws: `over`, `linkedElsewhere`, `addressNotProved`, `notRecent`, and as ``ways()``.
    func link(_ offer: Secret) async throws(ProviderError) -> ProviderLink

    /// Takes a way in away.
    ///
    /// - Throws: `unknownWay`, `lastWay`, `notRecent`, and as ``ways()``.
    func unlink(_ id: String) async throws(ProviderError)
}

/// The ways into an account.
public struct AccountWaysIn: Hashable, Sendable {
    /// Whether there is a password.
    public let hasPassword: Bool
    /// Those through providers, the oldest first.
    public let links: [ProviderLink]
    /// How many others there are, such as passkeys.
    public let others: Int
    /// Whether the person proved lately enough who they are to change them.
    public let isChangeable: Bool

    /// Creates a value.
    public init(hasPassword: Bool, links: [ProviderLink], others: Int = 0, isChangeable: Bool = true) {
        self.hasPassword = hasPassword
        self.links = links
        self.others = others
        self.isChangeable = isChangeable
    }
}

/// A way in through a provider.
public struct ProviderLink: Hashable, Sendable {
    /// What names it.
    public let id: String
    /// The provider's name.
    public let provider: String
    /// How people call the provider.
    public let title: String
    /// The address that the provider had.
    public let email: String?
    /// Since when it is there.
    public let linkedAt: Date
    /// Whether anybody gets in by it now; not while the server doesn't have that provider any more.
    public let leadsIn: Bool

    /// Creates a way.
    public init(id: String, provider: String, title: String, email: String?, linkedAt: Date, leadsIn: Bool = true) {
        self.id = id
        self.provider = provider
        self.title = title
        self.email = email
        self.linkedAt = linkedAt
        self.leadsIn = leadsIn
    }
}
