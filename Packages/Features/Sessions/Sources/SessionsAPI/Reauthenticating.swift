public import CoreModels
public import Presenting

/// Has the person who is logged in prove once more who they are, so that what takes a
/// recent authentication can be done (RFC 9470).
///
/// Nothing waits for a connection. Calls may run at the same time.
public protocol Reauthenticating: Sendable {
    /// Whether the password can prove it.
    func passwordProof() async -> PasswordProof

    /// Proves it; the session counts as authenticated just now then.
    ///
    /// - Parameters:
    ///   - password: The account's password.
    ///   - code: The second factor's; nil where none is in force, as far as is known.
    /// - Throws: ``ReauthenticationError``.
    func reauthenticate(password: Secret, code: Secret?) async throws(ReauthenticationError)
}

/// Whether somebody who is logged in can prove by a password who they are.
public enum PasswordProof: Hashable, Sendable {
    /// They can, or nobody can tell now.
    case possible
    /// The account has no password: its person logs in once more.
    case noPassword
    /// The server doesn't ask for it: everybody logs in once more.
    case notOffered
}

/// Why somebody didn't prove who they are.
public enum ReauthenticationError: Error {
    /// A second factor is in force: its code is needed as well.
    case codeNeeded
    /// The password is another one; one may try again.
    case wrongPassword(any PresentableError)
    /// The code is wrong, or was used before; one may try again.
    case wrongCode(any PresentableError)
    /// The server has no such question, or it can't be asked from this device.
    case unavailable(any PresentableError)
    /// Something else, as it is told.
    case refused(any PresentableError)
}
