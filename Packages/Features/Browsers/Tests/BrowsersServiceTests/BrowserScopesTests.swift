import BrowsersService
import CoreModels
import HTTPServingAPI
import KernelTesting
import Localization
import Locking
import ScreensAPI
import ScreensHostingAPI
import Testing

/// Browsers and their clients.
struct BrowserScopesTests {
    @Test(.timeLimit(.minutes(1))) func whoLooksLeavesNothing() async throws {
        let suite = try await BrowserSuite(), scopes = try suite.scopes()
        for _ in 0..<3 { #expect(try await suite.kept(scopes, nil) == nil) }
        #expect(try await suite.rows().isEmpty)
        #expect(scopes.count == 0)
    }

    @Test(.timeLimit(.minutes(1))) func visitsAtTheSameTimeHaveOneClient() async throws {
        let suite = try await BrowserSuite()
        let token = try #require(try await suite.logIn(try suite.scopes()))
        let scopes = try suite.scopes(capacity: 0)
        let browsers = Locked<Set<Browser>>([])
        try await scopes.visit(suite.visitor(token)) { first in
            browsers.withLock { _ = $0.insert(first) }
            try await withThrowingTaskGroup { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await scopes.visit(suite.visitor(token)) { browser in
                            browsers.withLock { _ = $0.insert(browser) }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(browsers.current.count == 1)
        #expect(scopes.count == 0)
    }

    @Test(.timeLimit(.minutes(1))) func ofThoseThatNobodyUsesTheLastAreKept() async throws {
        let suite = try await BrowserSuite(), scopes = try suite.scopes(capacity: 2)
        var tokens: [Secret] = []
        for name in ["a", "b", "c", "d"] { tokens.append(try #require(try await suite.logIn(scopes, as: name))) }
        #expect(scopes.count == 2)
        for (token, name) in zip(tokens, ["a", "b", "c", "d"]) { #expect(try await suite.kept(scopes, token) == name) }
        #expect(scopes.count == 2)
    }

    @Test(.timeLimit(.minutes(1))) func tellsWhoIsThere() async throws {
        let suite = try await BrowserSuite(), scopes = try suite.scopes()
        let token = try await suite.logIn(scopes)
        let person = try await scopes.visit(suite.visitor(token)) { await scopes.person(at: $0) }
        #expect(person?.name == "Ana")
        #expect(try await scopes.visit(suite.visitor()) { await scopes.person(at: $0) } == nil)
        #expect(await scopes.person(at: .unknown) == nil)
        await #expect(throws: (any Error).self) { try await scopes.scoped { $0 }(at: .unknown) }
    }

    @Test("Whoever makes up a cookie isn't known", .requirement("RATE-03"), .timeLimit(.minutes(1)))
    func knowsThoseThatShowWhatIsKept() async throws {
        let suite = try await BrowserSuite(), scopes = try suite.scopes()
        func isKnown(_ token: Secret?, _ scopes: BrowserScopes<BrowserSuite.Vault>) async throws -> Bool {
            try await scopes.visit(suite.visitor(token)) { scopes.isKnown($0) }
        }
        let token = try #require(try await suite.logIn(scopes))
        #expect(try await isKnown(token, scopes))
        #expect(try await isKnown(token, suite.scopes()), "a server that was started anew")
        let next = try await scopes.visit(suite.visitor(token)) { try await scopes.renew($0) }
        #expect(try await isKnown(next, scopes))
        for other in [nil, token, Secret("made-up")] { #expect(try await !isKnown(other, scopes)) }
        #expect(!scopes.isKnown(.unknown))
    }

    @Test(.timeLimit(.minutes(1))) func whatRunsKnowsWhoseVisitItIs() async throws {
        let suite = try await BrowserSuite(), scopes = try suite.scopes()
        #expect(BrowserScopes<BrowserSuite.Vault>.current == nil)
        let peer = SocketAddress(ip: .loopback, port: 7)
        let visitor = Visitor(token: nil, peer: peer, agent: "x", language: .spanish)
        try await scopes.visit(visitor) { _ in
            #expect(
                BrowserScopes<BrowserSuite.Vault>.current?.peer == peer
                    && BrowserScopes<BrowserSuite.Vault>.current?.language == .spanish)
        }
    }

    @Test(arguments: [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox, Linux"),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15",
            "Safari, Mac"
        ),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36", "Chrome, Android"),
        ("curl/8", nil),
    ])
    func browsersAreCalledAsPeopleCallThem(_ agent: String, _ name: String?) {
        let visitor = Visitor(
            token: nil, peer: SocketAddress(ip: .loopback, port: 1), agent: agent, language: .english)
        #expect(visitor.deviceName == name)
    }
}
