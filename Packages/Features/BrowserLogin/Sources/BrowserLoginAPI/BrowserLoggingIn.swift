public import CoreModels
public import FoundationEssentials
public import Localization

/// Logs in through the browser of this machine, by any way that the server has there.
///
/// One call at a time; it ends by itself after some minutes.
public protocol BrowserLoggingIn: Sendable {
    /// Opens the browser, waits for what the person decides there, and logs in with it.
    ///
    /// - Parameters:
    ///   - language: In which the browser is told how it ended.
    ///   - tell: Is told where the browser has to go, before anybody waits.
    /// - Returns: The person who is logged in now; the session is durable.
    /// - Throws: ``BrowserLoginError``; the session before, if any, stands.
    func logIn(
        in language: Language, telling tell: @escaping @Sendable (BrowserLoginWay) -> Void
    ) async throws(BrowserLoginError) -> User
}

/// Where a browser has to go.
public struct BrowserLoginWay: Hashable, Sendable {
    /// The address: nothing in it is a secret.
    public let address: URL
    /// What the page shows as well, to be compared.
    public let word: String
    /// Whether the browser is there already; otherwise the person has to go.
    public let isOpened: Bool

    /// Creates a way.
    public init(address: URL, word: String, isOpened: Bool) {
        self.address = address
        self.word = word
        self.isOpened = isOpened
    }
}

/// Lets programs in, on behalf of who is logged in in a browser.
///
/// Calls may run at the same time.
public protocol ProgramAdmitting: Sendable {
    /// Makes a code for a program, which is good once, for a minute.
    ///
    /// - Throws: `notLoggedIn`; `notRecent` where the person has to prove once more who
    ///   they are; `emailNotVerified`; and what all calls throw.
    func letIn(_ program: ProgramRequest) async throws(BrowserLoginError) -> Secret
}
