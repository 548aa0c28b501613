public import CoreModels
import FoundationEssentials
import Locking
import SQLStoreAPI
public import ScreensAPI
public import ScreensHostingAPI
import SecureStorageAPI

/// Browsers, each with a client of the server that lives in the server.
///
/// What a browser's client keeps is sealed in the database; those that came last
/// are kept in memory as well. Any number of calls may run at once; two visits of
/// one browser have the same client, so that they renew its session once.
public struct BrowserScopes<Client: Sendable>: BrowserKeeping {
    /// The visit to which what is running belongs; nil outside of visits.
    public static var current: Visitor? { CurrentVisit.visitor }

    private struct Scope: Sendable {
        let vault: BrowserVault
        let client: Client
        /// That of its row; nil while it has none.
        var id: Data?
        var visits = 1
    }

    private struct State {
        var scopes: [Browser: Scope] = [:]
        var browsers: [Data: Browser] = [:]
        /// Those with a row, the one that was there last at the end.
        var order: [Browser] = []
        var lastID: UInt64 = 0
    }

    private let vaults: BrowserVaults
    private let capacity: Int
    private let makeClient: @Sendable (any SecretStore & SecretLocking, Visitor) -> Client
    private let personOf: @Sendable (Client) async -> User?
    private let state = Locked(State())

    init(
        _ vaults: BrowserVaults, capacity: Int = 512,
        makeClient: @escaping @Sendable (any SecretStore & SecretLocking, Visitor) -> Client,
        personOf: @escaping @Sendable (Client) async -> User?
    ) {
        self.vaults = vaults
        self.capacity = capacity
        self.makeClient = makeClient
        self.personOf = personOf
    }

    /// Keeps what is written in browsers, whoever is logged in.
    public var drafts: any DraftKeeping { vaults.drafts }

    /// How many are in memory.
    package var count: Int { state.current.scopes.count }

    /// A part of each browser's client.
    public func scoped<Capability: Sendable>(_ part: @escaping @Sendable (Client) -> Capability) -> Scoped<Capability> {
        Scoped { browser in
            // Outside of a visit there is nobody whose client it could be.
            guard let scope = state.withLock({ $0.scopes[browser] }) else { throw SecretStoreError.cancelled }
            return part(scope.client)
        }
    }

    // MARK: Visits

    /// Has a browser for the time of a visit.
    public func visit<Value: Sendable>(
        _ visitor: Visitor, _ body: @Sendable (Browser) async throws -> Value
    ) async throws -> Value {
        let browser = try await begin(visitor)
        defer { end(browser) }
        return try await CurrentVisit.$visitor.withValue(visitor) { try await body(browser) }
    }

    private func begin(_ visitor: Visitor) async throws -> Browser {
        guard let shown = visitor.token, let token = try await vaults.seal.read(shown) else {
            return enter(vaults.make(), as: nil, visitor)
        }
        if let known = state.withLock({ state in Self.use(state.browsers[token.id], in: &state) }) { return known }
        let vault = vaults.make()
        return enter(vault, as: try await vault.open(token) ? token.id : nil, visitor)
    }

    /// Two visits may have opened the same vault at once: the first is taken.
    private func enter(_ vault: BrowserVault, as id: Data?, _ visitor: Visitor) -> Browser {
        let client = makeClient(vault, visitor)
        return state.withLock { state in
            if let id, let known = Self.use(state.browsers[id], in: &state) { return known }
            state.lastID += 1
            let browser = Browser(id: state.lastID)
            state.scopes[browser] = Scope(vault: vault, client: client, id: id)
            if let id { state.browsers[id] = browser }
            return browser
        }
    }

    private static func use(_ browser: Browser?, in state: inout State) -> Browser? {
        guard let browser, state.scopes[browser] != nil else { return nil }
        state.scopes[browser]?.visits += 1
        state.order.removeAll { $0 == browser }
        return browser
    }

    private func end(_ browser: Browser) {
        state.withLock { state in
            guard var scope = state.scopes[browser] else { return }
            scope.visits -= 1
            state.scopes[browser] = scope
            guard scope.visits == 0 else { return }
            guard scope.id != nil else { return Self.drop(browser, from: &state) }
            state.order.append(browser)
            if state.order.count > capacity { Self.drop(state.order.removeFirst(), from: &state) }
        }
    }

    private static func drop(_ browser: Browser, from state: inout State) {
        // No other browser has its row: whoever shows its token gets this one while it is here.
        if let id = state.scopes.removeValue(forKey: browser)?.id { state.browsers[id] = nil }
    }

    // MARK: Who is there

    /// Whether a browser is that of a row.
    public func isKnown(_ browser: Browser) -> Bool { state.withLock { $0.scopes[browser]?.id != nil } }

    /// Who is signed in.
    public func person(at browser: Browser) async -> User? {
        guard let scope = state.withLock({ $0.scopes[browser] }) else { return nil }
        return await personOf(scope.client)
    }

    /// Gives a browser another token for what is kept.
    public func renew(_ browser: Browser) async throws -> Secret? {
        guard let scope = state.withLock({ $0.scopes[browser] }) else { return nil }
        let token = try await scope.vault.move()
        state.withLock { state in
            if let id = state.scopes[browser]?.id { state.browsers[id] = nil }
            state.scopes[browser]?.id = token?.id
            if let token { state.browsers[token.id] = browser }
        }
        return token?.secret
    }
}

/// Whose visit it is, for what runs on their behalf.
private enum CurrentVisit {
    @TaskLocal static var visitor: Visitor?
}
