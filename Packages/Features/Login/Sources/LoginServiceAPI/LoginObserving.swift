public import CoreModels
public import PluginKit
public import SessionsServiceAPI

/// A login that came to nothing, or what somebody who is logged in failed to prove once more.
public struct LoginEvent: Sendable {
    /// Whose account somebody wanted to get into.
    public enum Claim: Hashable, Sendable {
        /// That with an address, if there is one.
        case address(EmailAddress)
        /// This one.
        case account(UserID)
    }

    /// Whose account it was about.
    public let claim: Claim
    /// Who asked.
    public let client: SessionClient
    /// Why, as the code of the answer says.
    public let cause: String
    /// In which session, of somebody who is logged in; nil for a login.
    public let session: SessionID?
    /// Whether nothing was checked, since too many had failed before.
    public let isLocked: Bool

    /// Creates an event.
    public init(
        _ claim: Claim, on client: SessionClient, in session: SessionID? = nil, because cause: String,
        isLocked: Bool = false
    ) {
        self.claim = claim
        self.client = client
        self.session = session
        self.cause = cause
        self.isLocked = isLocked
    }
}

/// Hears of logins that come to nothing; of those that succeed tells `SessionObserving`.
///
/// Calls come from any task, several at a time.
public protocol LoginObserving: Sendable {
    /// Hears of a login before it is answered; whoever asked waits meanwhile, so it takes as
    /// long for an address without an account (D2).
    func observe(_ event: LoginEvent) async
}

/// Collects those who hear of logins that come to nothing.
public enum LoginObservers: ExtensionPoint {
    /// An observer.
    public typealias Value = any LoginObserving
}
