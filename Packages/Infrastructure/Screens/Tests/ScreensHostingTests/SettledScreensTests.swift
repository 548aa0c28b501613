import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ScreensAPI
import ScreensHosting
import Testing

/// A screen that is made of the database, as strangers get it.
struct SettledScreensTests {
    private let store: TemporaryDatabase
    private let router: Router
    private let shown = Locked(0)
    private let time = Locked(Date(timeIntervalSince1970: 1_800_000_000))

    init() async throws {
        store = try await TemporaryDatabase([Migration("settled-0001", "CREATE TABLE things (name TEXT)")])
        let (database, shown, time) = (store.database, shown, time)
        let screen = Screen(ScreenRoute("/"), isSettled: true) { request in
            shown.withLock { $0 += 1 }
            let names = try await database.read { try $0.values("SELECT name FROM things", as: String.self) }
            if request.query["form"] != nil {
                let form = ScreenForm("none", to: .home, button: .init(en: "Send", es: "Enviar"))
                return ScreenContents(.written("Things"), .column([.form(form)]))
            }
            return ScreenContents(.written("Things"), .column([.lines(names.map { .written($0) })]))
        }
        let exports = try ScreensHostingPlugin.assemble(
            .init(
                screens: { [screen] }, navigation: { [] }, steps: { [] }, browsers: nil, database: database,
                hashing: try Cryptography.real().hashing, root: "/", makeKey: { "0123456789abcdef" },
                now: { time.current })
        ).exports
        router = try Router(routes: exports.routes(), observer: RequestObserverSpy(), page: exports.problem)
    }

    private func ask(
        query: String = "", _ fields: HTTPFields = [.accept: "text/html", .acceptLanguage: "en"]
    ) async throws -> String {
        let response = await router.respond(to: .sample(.get, "/", query: query, fields: fields))
        return String(decoding: try await response.collectBody(), as: UTF8.self)
    }

    @Test(.enabled(if: TemporaryDatabase.isFile)) func itIsMadeOnceUntilSomethingIsCommitted() async throws {
        // What the store does by itself may count as a change now and then.
        for _ in 0..<20 { #expect(!(try await ask()).contains("One")) }
        #expect(shown.current < 5)
        try await store.database.write { _ = try $0.run("INSERT INTO things VALUES ('One')") }
        for _ in 0..<20 { #expect(try await ask().contains("One")) }
        #expect(shown.current < 10)
    }

    @Test func eachAddressAndLanguageHasItsOwn() async throws {
        _ = try await ask()
        #expect(try await ask([.accept: "text/html", .acceptLanguage: "es"]).contains(#"lang="es""#))
        _ = try await ask(query: "after=1")
        #expect(shown.current == 3)
    }

    @Test func agesAreTrueToTheMinute() async throws {
        _ = try await ask()
        time.withLock { $0 += 60 }
        _ = try await ask()
        #expect(shown.current == 2)
    }

    /// Who shows a cookie may be known, and a form has a key of its own.
    @Test(.requirement("PUBFEED-02")) func whatIsSomebodysIsNotKept() async throws {
        for _ in 0..<2 { _ = try await ask([.accept: "text/html", "Cookie": "a=b"]) }
        #expect(shown.current == 2)
        for _ in 0..<2 { _ = try await ask(query: "form=1") }
        #expect(shown.current == 4)
    }

    /// To a program there is nothing at the address.
    @Test func aProgramGetsNone() async throws {
        _ = try await ask()
        let response = await router.respond(to: .sample(.get, "/", fields: [.accept: "application/json"]))
        #expect(response.status == .notFound)
        guard case .bytes(let body) = response.body else {
            Issue.record("no body")
            return
        }
        #expect(String(decoding: body, as: UTF8.self).contains("openapi.json"), "but is told what there is for it")
    }
}
