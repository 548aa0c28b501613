import CoreModels
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
import Presenting
import ScreensAPI
import ScreensHosting
import Testing

/// How many there are behind a way is said on it.
struct CountedWaysTests {
    private let count = Locked<Int?>(0)
    private let isLocked = Locked(false)
    private let router: Router

    private struct Unreadable: Error {}

    init() throws {
        let queue = ScreenRoute("/queue"), count = count, isLocked = isLocked
        let form = ScreenForm("add", to: queue.place(), button: LocalizedText(verbatim: "Add"))
        let contents = ScreenContents(.written("What waits"), .column([.form(form)]))
        let screen = Screen(
            queue,
            actions: [
                ScreenAction("add") { _ in
                    count.withLock { $0 = ($0 ?? 0) + 1 }
                    return .show(contents)
                }
            ]
        ) { _ in contents }
        let way = ScreenLink(LocalizedText(en: "Waiting", es: "En espera"), to: queue.place())
        var needs = ScreensHostingPlugin.Dependencies(
            screens: { [screen] }, navigation: { [NavigationItem(way)] },
            counts: {
                [
                    NavigationCount(at: queue.place()) {
                        guard let count = count.current else { throw Unreadable() }
                        return count
                    }
                ]
            }, steps: { [] }, browsers: try FormStage.BrowserKeepingFake(), hashing: try Cryptography.real().hashing,
            root: "/", makeKey: { "0123456789abcdef" }, now: { Date(timeIntervalSince1970: 1_800_000_000) })
        needs.isLocked = { isLocked.current }
        let assembly = try ScreensHostingPlugin.assemble(needs)
        router = try Router(
            routes: assembly.exports.routes(), middlewares: assembly.exports.middlewares,
            observer: RequestObserverSpy(), page: assembly.exports.problem)
    }

    private func page(_ language: String = "en") async throws -> String {
        let response = await router.respond(
            to: .sample(.get, "/queue", fields: [.accept: "text/html", .acceptLanguage: language]))
        return String(decoding: try await response.collectBody(), as: UTF8.self)
    }

    @Test(.requirement("OFFLINE-03")) func theNumberIsOnTheWayAndInItsName() async throws {
        #expect(try await page().contains(">Waiting</a>"), "nothing is no number")
        count.withLock { $0 = 3 }
        #expect(try await page().contains(">Waiting · 3</a>"))
        #expect(try await page("es").contains(">En espera · 3</a>"))
    }

    @Test func whatCannotBeCountedIsNot() async throws {
        count.withLock { $0 = nil }
        #expect(try await page().contains(">Waiting</a>"))
        count.withLock { $0 = 3 }
        isLocked.withLock { $0 = true }
        #expect(try await !page().contains("· 3"))
    }

    @Test func whatAFormAddsIsCountedInItsAnswer() async throws {
        let response = await router.respond(
            to: .sample(
                .post, "/queue",
                fields: [
                    .accept: "text/html", .contentType: "application/x-www-form-urlencoded", "Host": "localhost:8080",
                    "Sec-Fetch-Site": "same-origin",
                ], body: Data("_form=add".utf8)))
        let text = String(decoding: try await response.collectBody(), as: UTF8.self)
        #expect(text.contains(">Waiting · 1</a>"), "\(text)")
    }
}
