public import LoginAPI

/// Logs people in with passkeys.
///
/// Any number of calls may run at once.
public protocol PasskeySigningIn: Sendable {
    /// What a browser is asked: the same for everybody.
    ///
    /// - Throws: `unavailable`, `connectivity`, `busy`, `server`, `cancelled`,
    ///   `impossible`.
    func question() async throws(PasskeyError) -> PasskeyQuestion

    /// Logs in with what an authenticator answered, once.
    ///
    /// - Parameter answer: What the browser gave, in JSON.
    /// - Returns: Who is logged in now; the session is durable.
    /// - Throws: `noAnswer`, `refused`, `invalid`, `unverified`, `copied`, `over`,
    ///   `addressNotProved`, `sessionNotStored`, and as ``question()``; nobody is logged
    ///   in then who wasn't before.
    func logIn(with answer: String) async throws(PasskeyError) -> LoggedIn
}

/// What an authenticator is asked.
public struct PasskeyQuestion: Hashable, Sendable {
    /// The question in the JSON that browsers read (WebAuthn level 3, section 5.1).
    public let options: String

    /// Creates a question.
    public init(options: String) {
        self.options = options
    }
}
