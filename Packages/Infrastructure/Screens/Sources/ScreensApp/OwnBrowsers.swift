package import CoreModels
package import CryptographyAPI
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
        var lastID: UInt64 = 0
    }

    /// How many there may be; the one that came first goes.
    private static let limit = 16

    private let random: any RandomSource
    private let personOf: @Sendable () async -> User?
    private let state = Locked(State())

    package init(random: any RandomSource, person: @escaping @Sendable () async -> User?) {
        self.random = random
        personOf = person
    }

    // MARK: Letting in

    /// Lets a browser in.
    ///
    /// - Returns: What it shows from now on.
    package func admit() throws(CryptographyError) -> Secret {
        let token = Secret(try random.text(byteCount: 32))
        state.withLock { state in
            state.lastID += 1
            state.tokens[state.lastID] = token
            if state.tokens.count > Self.limit, let first = state.tokens.keys.min() { state.tokens[first] = nil }
        }
        return token
    }

    /// Whether a request comes from a browser that was let in.
    package func admits(_ request: ServerRequest) -> Bool {
        BrowserCookie(for: request, .process).token(in: request).flatMap(browser) != nil
    }

    /// Lets nobody in any more who was.
    package func dismissAll() {
        state.withLock { $0.tokens.removeAll() }
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

    package func person(at browser: Browser) async -> User? { await personOf() }

    package func renew(_ browser: Browser) async throws -> Secret? {
        let token = Secret(try random.text(byteCount: 32))
        return state.withLock { state in
            guard state.tokens[browser.id] != nil else { return nil }
            state.tokens[browser.id] = token
            return token
        }
    }
}
