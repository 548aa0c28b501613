package import CoreModels
package import CryptographyAPI
package import FoundationEssentials
package import HTTPServingAPI
import Locking
package import ScreensAPI
import ScreensHosting
package import ScreensHostingAPI

/// The browsers that were let in, all of them those of one person.
///
/// Nothing is kept of them: each is known by a cookie for as long as the program
/// runs.
package final class OwnBrowsers: BrowserKeeping {
    private struct State {
        var tokens: [UInt64: Secret] = [:]
        /// What let each in.
        var ways: [String: UInt64] = [:]
        /// Whoever came again by the way of one, until that is settled.
        var doubts: [String: Doubt] = [:]
        var lastID: UInt64 = 0

        mutating func dismiss(_ id: UInt64) {
            tokens[id] = nil
            ways = ways.filter { $0.value != id }
            doubts = doubts.filter { $0.value.browser != id }
        }
    }

    private struct Doubt {
        let browser: UInt64
        let since: Duration
    }

    /// How many there may be; the one that came first goes.
    private static let limit = 16
    /// How long a doubt may last: a browser answers at once.
    private static let patience = Duration.seconds(10)

    private let random: any RandomSource
    private let personOf: @Sendable () async -> User?
    /// How much time has gone by since this was made.
    private let time: @Sendable () -> Duration
    private let state = Locked(State())
    package let drafts: any DraftKeeping

    package init(
        random: any RandomSource, now: @escaping @Sendable () -> Date, clock: any Clock<Duration> = ContinuousClock(),
        person: @escaping @Sendable () async -> User?
    ) {
        self.random = random
        drafts = InMemoryDrafts(random: random, now: now, count: Self.limit)
        time = clock.stopwatch()
        personOf = person
    }

    // MARK: Letting in

    /// Lets a browser in.
    ///
    /// - Parameter way: What it came with, which is used up.
    /// - Returns: What it shows from now on.
    package func admit(by way: String) throws(CryptographyError) -> Secret {
        let token = Secret(try random.text(byteCount: 32))
        state.withLock { state in
            state.lastID += 1
            state.tokens[state.lastID] = token
            state.ways[way] = state.lastID
            if state.tokens.count > Self.limit, let first = state.tokens.keys.min() { state.dismiss(first) }
        }
        return token
    }

    /// What somebody is who asks for something.
    package enum Standing: Sendable {
        case admitted, stranger
        /// Nobody said in time who came again by the way of this browser: it isn't
        /// let in any more.
        case dismissed
    }

    package func standing(of request: ServerRequest) -> Standing {
        guard let browser = browser(of: request) else { return .stranger }
        let now = time()
        return state.withLock { state in
            let doubts = state.doubts.values.filter { $0.browser == browser.id }
            guard doubts.contains(where: { now - $0.since >= Self.patience }) else { return .admitted }
            state.dismiss(browser.id)
            return .dismissed
        }
    }

    /// Who comes by a way that is used up.
    enum Return: Sendable {
        /// The browser that it let in: a page was loaded anew.
        case itself
        /// The browser that it let in isn't there any more.
        case late
        /// Somebody of whom it isn't known: browsers don't show what they have when
        /// they come from elsewhere. Asked from here, with this, they do.
        case doubtful(String)
    }

    func comesAgain(by way: String, _ request: ServerRequest) throws(CryptographyError) -> Return {
        let doubt = try random.text(byteCount: 16), shown = browser(of: request), now = time()
        return state.withLock { state in
            guard let browser = state.ways[way] else { return .late }
            if shown?.id == browser { return .itself }
            state.doubts[doubt] = Doubt(browser: browser, since: now)
            return .doubtful(doubt)
        }
    }

    /// Settles a doubt: a browser that isn't the one that was let in shows that
    /// somebody has what let it in, and neither is let in any more by that.
    ///
    /// - Returns: Whether it is that one; nil if there is no such doubt.
    func settle(_ doubt: String, _ request: ServerRequest) -> Bool? {
        let shown = browser(of: request)
        return state.withLock { state in
            guard let browser = state.doubts.removeValue(forKey: doubt)?.browser else { return nil }
            guard shown?.id != browser else { return true }
            state.dismiss(browser)
            return false
        }
    }

    private func browser(of request: ServerRequest) -> Browser? {
        BrowserCookie(for: request, .process).token(in: request).flatMap(browser)
    }

    /// Looks at all, each in constant time.
    private func browser(of token: Secret) -> Browser? {
        state.withLock { state in
            state.tokens.reduce(nil as Browser?) { found, known in
                known.value.isEqual(to: token) ? Browser(id: known.key) : found
            }
        }
    }

    // MARK: Visits

    package func visit<Value: Sendable>(
        _ visitor: Visitor, _ body: @Sendable (Browser) async throws -> Value
    ) async throws -> Value {
        try await body(visitor.token.flatMap(browser) ?? .unknown)
    }

    package func isKnown(_ browser: Browser) -> Bool { state.current.tokens[browser.id] != nil }

    package func person(at browser: Browser) async -> User? { isKnown(browser) ? await personOf() : nil }

    /// It shows the same as before: that stands for the person's own device.
    ///
    /// A new one would be lost with each answer for which a window doesn't wait, and
    /// what another one has just sent with the one before would be refused.
    package func renew(_ browser: Browser) async throws -> Secret? { state.current.tokens[browser.id] }
}
