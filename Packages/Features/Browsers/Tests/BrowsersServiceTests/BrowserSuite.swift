import BrowsersService
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import KernelTesting
import Localization
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ScreensAPI
import ScreensHostingAPI
import SecureStorageAPI
import ServerKeysAPI
import ServerKeysTesting

/// Browsers over a database, whose clients are their vaults.
struct BrowserSuite {
    typealias Vault = any SecretStore & SecretLocking

    let database: TemporaryDatabase
    let date = ManualDate()
    private let keys: any ServerKeyProviding

    init() async throws {
        database = try await TemporaryDatabase(BrowserTable.migrations)
        keys = try InMemoryServerKeys()
    }

    func exports(keys other: (any ServerKeyProviding)? = nil) throws -> BrowsersServicePlugin.Exports {
        BrowsersServicePlugin.assemble(
            .init(
                database: database.database, cryptography: try Cryptography.real(), serverKeys: other ?? keys,
                now: date.now)
        ).exports
    }

    /// An empty vault that has a row.
    func openVault() async throws -> BrowserVault {
        let vault = try exports().vaults.make(), name = SecretName(.testSession)
        try await vault.save(Secret("x"), as: name)
        _ = try await vault.move()
        try await vault.remove(name)
        return vault
    }

    func scopes(capacity: Int = 512, keys other: (any ServerKeyProviding)? = nil) throws -> BrowserScopes<Vault> {
        try exports(keys: other).browsers(capacity: capacity) { vault, _ in
            vault
        } personOf: { vault in
            guard case .present = await vault.read(SecretName(.testSession)) else { return nil }
            return .sample
        }
    }

    func visitor(_ token: Secret? = nil) -> Visitor {
        Visitor(token: token, peer: SocketAddress(ip: .loopback, port: 1), agent: nil, language: .english)
    }

    /// Somebody logs in.
    func logIn(_ scopes: BrowserScopes<Vault>, _ token: Secret? = nil, as text: String = "tokens") async throws
        -> Secret?
    {
        try await scopes.visit(visitor(token)) { browser in
            try await scopes.scoped { $0 }(at: browser).save(Secret(text), as: SecretName(.testSession))
            return try await scopes.renew(browser)
        }
    }

    /// What is kept for whoever shows a token.
    func kept(_ scopes: BrowserScopes<Vault>, _ token: Secret?) async throws -> String? {
        try await scopes.visit(visitor(token)) { browser in
            guard
                case .present(let secret) = await (try scopes.scoped { $0 }(at: browser)).read(SecretName(.testSession))
            else { return nil }
            return secret.withText { $0 }
        }
    }

    func rows() async throws -> [Data] {
        try await database.database.read { db in try db.values("SELECT sealed FROM browsers", as: Data.self) }
    }
}

extension SecretKind {
    static let testSession = SecretKind("test-session")
}

extension User {
    static let sample = User(
        id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true,
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))
}
