public import AccountsServiceAPI
public import CoreModels
public import FoundationEssentials
public import HTTPServingAPI

/// Has somebody who is logged in prove that they know the password, before
/// something that a stolen session must not be enough for.
///
/// Any number of calls may run at once; those of one session are checked one
/// after another.
public protocol PasswordConfirming: Sendable {
    /// Checks the password, under the lockout of logging in (D6).
    ///
    /// A session is a known device: its failures count for it alone, and those
    /// of strangers don't keep its owner from changing the password. After as
    /// many failures as lock an account it is locked for as long; after a
    /// hundred it counts as a stranger. `LoginObservers` hear of a wrong password and of a lock.
    ///
    /// - Parameter program: What the program of whoever asks calls itself.
    /// - Throws: What the accounts and the counters throw; the attempt doesn't
    ///   count then.
    func confirm(
        _ password: Secret, of user: User, in session: SessionID, from peer: IPAddress, with program: String?
    ) async throws -> PasswordConfirmation
}

/// What became of a password that somebody confirmed.
public enum PasswordConfirmation: Hashable, Sendable {
    /// It was checked.
    case checked(PasswordAuthentication)
    /// It was not, and won't be for so many seconds.
    case locked(TimeInterval)
}
