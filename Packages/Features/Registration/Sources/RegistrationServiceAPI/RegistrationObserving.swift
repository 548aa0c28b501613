public import CoreModels
public import PluginKit

/// Hears of attempts to make an account with an address that has one, where
/// the answer may not tell (D2, strict): the owner can be told instead.
public protocol RegistrationObserving: Sendable {
    /// Somebody tried to make an account with the address of `owner`.
    ///
    /// The answer waits for this call, so it should only record what is to be
    /// done; otherwise the time that the answer takes would tell.
    func didTryToRegister(addressOf owner: User) async

    /// Somebody tried to make an account with an address that an account had until lately
    /// and that is kept for it.
    ///
    /// The same holds as for the address of an account.
    ///
    /// - Parameter email: The address as it was typed.
    func didTryToRegister(kept email: EmailAddress) async
}

/// Collects those who hear of such attempts.
public enum RegistrationObservers: ExtensionPoint {
    /// An observer.
    public typealias Value = any RegistrationObserving
}
