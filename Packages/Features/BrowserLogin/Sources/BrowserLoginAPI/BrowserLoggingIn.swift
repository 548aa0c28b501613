public import CoreModels
public import FoundationEssentials
public import Localization

/// Logs in through the browser of this machine, by any way that the server has there.
///
/// One call at a time; it ends by itself after some minutes.
public protocol BrowserLoggingIn: Sendable {
    /// Waits for what the person decides in the browser, and logs in with it.
    ///
    /// - Parameters:
    ///   - browser: In which they decide.
    ///   - tell: Is told where the browser has to go, before anybody waits.
    /// - Returns: The person who is logged in now; the session is durable.
    /// - Throws: ``BrowserLoginError``; the session before, if any, stands. Whoever cancels
    ///   the task ends it, and so does the person who interrupts the program, but for one
    ///   whose pages they look at.
    func logIn(
        by browser: LoginBrowser, telling tell: @escaping @Sendable (BrowserLoginWay) -> Void
    ) async throws(BrowserLoginError) -> User
}

extension BrowserLoggingIn {
    /// Logs in by a browser that is opened for it, which says in a language how it ended.
    public func logIn(
        in language: Language, telling tell: @escaping @Sendable (BrowserLoginWay) -> Void
    ) async throws(BrowserLoginError) -> User {
        try await logIn(by: .opened(language), telling: tell)
    }
}

/// In which browser somebody decides.
public enum LoginBrowser: Hashable, Sendable {
    /// One that is opened for it, and says in a language how it ended: the person goes on
    /// where they began.
    case opened(Language)
    /// The one in which they look at pages of this program: it is led back to one of them,
    /// however it ended.
    case present(comingBackTo: URL)
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
