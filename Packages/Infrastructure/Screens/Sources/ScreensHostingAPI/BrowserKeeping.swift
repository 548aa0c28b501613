public import CoreModels
public import HTTPServingAPI
public import Localization
public import ScreensAPI

/// Knows browsers again, and who is signed in there.
///
/// What a browser shows of itself is a token that nobody else knows; it is
/// nothing without what is kept, and what is kept is nothing without it. Any
/// number of calls may run at once.
public protocol BrowserKeeping: Sendable {
    /// Has a browser for the time of a visit: that which shows a token, or a new
    /// one for a token that is unknown, or for none.
    ///
    /// A new one costs next to nothing, and leaves nothing, unless somebody signs
    /// in there.
    ///
    /// - Throws: What `body` throws, or what keeps the browser from being found.
    func visit<Value: Sendable>(
        _ visitor: Visitor, _ body: @Sendable (Browser) async throws -> Value
    ) async throws -> Value

    /// Whether a browser was known by what it shows, or is known by what it was given
    /// during its visit: whoever makes up a token has one that isn't.
    func isKnown(_ browser: Browser) -> Bool

    /// Who is signed in; nil for nobody.
    func person(at browser: Browser) async -> User?

    /// Gives a browser another token for what is kept of it, since somebody else
    /// is in front of it now: somebody who signed in, or nobody. The token before
    /// counts no more. Where it stands for nobody who is signed in, it stays the same.
    ///
    /// - Returns: The token; nil if there is nothing to be kept. What is kept is
    ///   durable.
    /// - Throws: What keeps it from being kept; the token before counts on.
    func renew(_ browser: Browser) async throws -> Secret?

    /// Keeps what is written in browsers, whoever is signed in.
    var drafts: any DraftKeeping { get }
}

/// Who comes with a browser.
public struct Visitor: Sendable {
    /// What the browser shows; nil for nothing.
    public let token: Secret?
    /// From where it comes.
    public let peer: SocketAddress
    /// What it calls itself; nil for nothing.
    public let agent: String?
    /// In which language it wants to be answered.
    public let language: Language
    /// What tells the form that was sent from all others; nil if none was.
    ///
    /// It is the same when it is sent again: what is done for it is done once.
    public let form: String?

    /// Describes a visitor.
    public init(
        token: Secret?, peer: SocketAddress, agent: String?, language: Language, form: String? = nil
    ) {
        self.token = token
        self.peer = peer
        self.agent = agent
        self.language = language
        self.form = form
    }
}

extension Visitor {
    /// What people call the browser, such as `Firefox, Linux`; nil for a stranger.
    public var deviceName: String? {
        guard let agent else { return nil }
        // Browsers name those that they are like, too, so the order counts.
        let browsers = [
            ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
        ]
        let systems = [
            ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
            ("CrOS", "ChromeOS"),
            ("Mac OS X", "Mac"), ("Linux", "Linux"),
        ]
        let names = [browsers, systems].compactMap { list in list.first { agent.contains($0.0) }?.1 }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}
