import BrowsersService
import CoreModels
import FoundationEssentials
import KernelTesting
import Locking
import SQLStoreAPI
import SQLStoreTesting
import ScreensAPI
import ScreensHostingAPI
import SecureStorageAPI
import SecureStorageTesting
import ServerKeysTesting
import Testing

/// What is kept for a browser.
struct BrowserVaultTests {
    @Test(.timeLimit(.minutes(1))) func keepsSecretsAsEveryStoreDoes() async throws {
        let suite = try await BrowserSuite()
        try await SecretStoreConformance { try await suite.openVault() }.run()
    }

    @Test(.timeLimit(.minutes(1))) func keepsThemForStrangersInMemory() async throws {
        let suite = try await BrowserSuite()
        try await SecretStoreConformance { try suite.exports().vaults.make() }.run()
        #expect(try await suite.rows().isEmpty)
    }

    @Test(.requirement("STORE-01"), .timeLimit(.minutes(1))) func aRowWithoutItsCookieIsNothing() async throws {
        let suite = try await BrowserSuite(), scopes = try suite.scopes()
        let token = try #require(try await suite.logIn(scopes))
        #expect(try await suite.kept(scopes, token) == "tokens")
        let row = try #require(try await suite.rows().first)
        #expect(row.firstRange(of: Data("tokens".utf8)) == nil)
        // Whoever has the database and the keys and no cookie, another cookie, or other keys.
        #expect(try await suite.kept(scopes, nil) == nil)
        let other = try #require(try await suite.logIn(scopes, as: "other"))
        #expect(!other.isEqual(to: token))
        let foreign = try suite.scopes(keys: InMemoryServerKeys(seed: 2))
        #expect(try await suite.kept(foreign, token) == nil)
        for text in ["", "x", String(repeating: "A", count: 43), String(repeating: "A", count: 10_000)] {
            #expect(try await suite.kept(scopes, Secret(text)) == nil)
        }
    }

    @Test(.timeLimit(.minutes(1))) func aRowOfAnotherBrowserDoesntOpen() async throws {
        let suite = try await BrowserSuite(), scopes = try suite.scopes(capacity: 0)
        let mine = try #require(try await suite.logIn(scopes, as: "mine"))
        _ = try await suite.logIn(scopes, as: "theirs")
        try await suite.database.database.write { db in
            let rows = try db.rows("SELECT id, sealed FROM browsers") {
                (try $0[0, as: Data.self], try $0[1, as: Data.self])
            }
            for (index, row) in rows.enumerated() {
                try db.run("UPDATE browsers SET sealed = \(rows[1 - index].1) WHERE id = \(row.0)")
            }
        }
        // Whoever comes with it is a stranger, and can log in.
        #expect(try await suite.kept(scopes, mine) == nil)
        let again = try #require(try await suite.logIn(scopes, mine, as: "mine again"))
        #expect(try await suite.kept(scopes, again) == "mine again")
    }

    @Test(.timeLimit(.minutes(1))) func whoeverLogsInHasAnotherCookie() async throws {
        let suite = try await BrowserSuite(), scopes = try suite.scopes()
        let before = try #require(try await suite.logIn(scopes, as: "Ana"))
        let after = try #require(try await suite.logIn(scopes, before, as: "Ben"))
        #expect(!after.isEqual(to: before))
        #expect(try await suite.kept(scopes, before) == nil)
        #expect(try await suite.kept(scopes, after) == "Ben")
        #expect(try await suite.rows().count == 1)
    }

    @Test(.timeLimit(.minutes(1))) func ofWhomNothingIsKeptNoRowIsLeft() async throws {
        let suite = try await BrowserSuite(), scopes = try suite.scopes()
        let token = try #require(try await suite.logIn(scopes))
        let left = try await scopes.visit(suite.visitor(token)) { browser in
            try await (try scopes.scoped { $0 }(at: browser)).removeAll()
            return try await scopes.renew(browser)
        }
        #expect(left == nil)
        #expect(try await suite.rows().isEmpty)
        #expect(try await suite.kept(scopes, token) == nil)
    }

    @Test(.timeLimit(.minutes(1))) func isThereAfterTheServerBeganAnew() async throws {
        let suite = try await BrowserSuite()
        let token = try #require(try await suite.logIn(try suite.scopes()))
        #expect(try await suite.kept(try suite.scopes(), token) == "tokens")
    }

    @Test(.timeLimit(.minutes(1))) func seesWhatAnotherServerChanged() async throws {
        let suite = try await BrowserSuite(), one = try suite.scopes(), other = try suite.scopes()
        let token = try #require(try await suite.logIn(one))
        #expect(try await suite.kept(other, token) == "tokens")
        try await one.visit(suite.visitor(token)) { browser in
            try await (try one.scoped { $0 }(at: browser)).save(Secret("renewed"), as: SecretName(.testSession))
        }
        #expect(try await suite.kept(other, token) == "renewed")
    }

    @Test(.timeLimit(.minutes(1))) func rowsToWhichNobodyComesBackGo() async throws {
        let suite = try await BrowserSuite()
        _ = try await suite.logIn(try suite.scopes())
        suite.date.advance(by: .seconds(89 * 86_400))
        try await suite.database.sweep([BrowserTable.sweep(suite.date.now)])
        #expect(try await suite.rows().count == 1)
        suite.date.advance(by: .seconds(2 * 86_400))
        try await suite.database.sweep([BrowserTable.sweep(suite.date.now)])
        #expect(try await suite.rows().isEmpty)
    }
}
