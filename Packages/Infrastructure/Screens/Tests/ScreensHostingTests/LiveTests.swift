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
import ScreensHostingAPI
import Testing

struct LiveTests {
    private static let own: HTTPFields = ["Accept": "text/event-stream", "Sec-Fetch-Site": "same-origin", "Host": "x"]
    private let subjects = Locked<[String]>([])

    private func router(proof: String = "", browsers: (any BrowserKeeping)? = nil) throws -> Router {
        let signIn = ScreenRoute("/sign-in"), words = LocalizedText(verbatim: "Log in")
        let news: [LiveNews] = [
            .changed, .notice(ScreenNotice(.remark, LocalizedText(en: "One\nTwo", es: "Uno"))), .signedOut,
        ]
        let told = LiveSource("things") { [subjects] subject, _, tell in
            subjects.withLock { $0.append(subject) }
            for one in news { try await tell(one) }
            // A test ends where a browser would go on listening.
            throw CancellationError()
        }
        let account = LiveSource("account", for: .people) { _, _, _ in throw CancellationError() }
        let broken = LiveSource("broken", for: .everybody) { _, _, _ in throw CancellationError() }
        let page = ScreenContents(.written("x"), .column([]))
        let ownAccount = ScreenLink(
            LocalizedText(en: "Your account", es: "Tu cuenta"), to: ScreenRoute("/account").place())
        var needs = ScreensHostingPlugin.Dependencies(
            screens: { [Screen(signIn) { _ in page }] }, navigation: { [NavigationItem(ownAccount, for: .people)] },
            news: { [NavigationNews(at: ScreenRoute("/account/notices").place()) { _ in 2 }] },
            steps: { [ScreenStep(.logIn, ScreenLink(words, to: signIn.place()))] },
            live: { [told, account, broken] },
            browsers: browsers, hashing: try Cryptography.real().hashing, root: "/", makeKey: { "key" },
            now: { Date(timeIntervalSince1970: 1_800_000_000) })
        needs.proof = proof
        let assembly = try ScreensHostingPlugin.assemble(needs)
        return try Router(
            routes: assembly.exports.routes(), observer: RequestObserverSpy(), page: assembly.exports.problem)
    }

    private func ask(_ query: String, _ router: Router, _ fields: HTTPFields = own) async -> ServerResponse {
        await router.respond(to: .sample(.get, "/live", query: query, fields: fields))
    }

    /// What comes until so many events have come.
    private func events(_ response: ServerResponse, _ count: Int) async throws -> String {
        guard case .events(let produce) = response.body else { return "" }
        let writer = EventWriter(count: count)
        let task = Task { try? await produce(writer) }
        let text = await writer.text()
        task.cancel()
        await task.value
        return text
    }

    @Test func whoLooksIsToldWhatChanges() async throws {
        let router = try router()
        let text = try await events(await ask("on=things%3A7%3A8&on=broken", router), 3)
        #expect(subjects.current == ["7:8"])
        let expected = """
            event: changed
            data: things:7:8

            event: notice
            data: One
            data: Two

            event: ended
            data: /sign-in?ended=1


            """
        #expect(text.hasSuffix(expected), "\(text)")
    }

    /// The feed and pictures don't count it when they are shown.
    @Test func whoIsSignedInIsToldHowMuchIsNew() async throws {
        let browsers = try FormStage.BrowserKeepingFake()
        _ = try await browsers.renew(.unknown)
        let router = try router(browsers: browsers)
        var fields = Self.own
        fields["Host"] = "localhost:8080"
        fields["Cookie"] = "__Host-Http-essential-8080=token0"
        let text = try await events(await ask("on=broken", router, fields), 1)
        #expect(text.hasSuffix("event: way\ndata: /account\ndata: Your account · 2 new\n\n"), "\(text)")
        #expect(try await !events(await ask("on=things", router), 3).contains("event: way"))
    }

    /// Whoever takes the place of the program on its port doesn't know what pages wait
    /// for.
    @Test func eventsEndWithWhatOnlyThePageKnows() async throws {
        let router = try router(proof: "s3cret")
        let page = await router.respond(to: .sample(.get, "/sign-in", fields: [.accept: "text/html"]))
        #expect(String(decoding: try await page.collectBody(), as: UTF8.self).contains(#"data-proof="s3cret""#))
        let there = await ask("", router, ["Sec-Fetch-Site": "same-origin", "Host": "x"])
        #expect(try await there.collectBody() == Data("s3cret".utf8) && there.fields[.cacheControl] == "no-store")
        #expect(await ask("", router, ["Sec-Fetch-Site": "cross-site", "Host": "x"]).status == .notFound)
        let text = try await events(await ask("on=things%3A7%3A8", router), 3)
        #expect(text.matches(of: /event: (changed|notice|ended)s3cret\n/).count == 3, "\(text)")
    }

    @Test(.requirement("SESS-06")) func aWindowThatComesBackIsToldThatTheSessionEndedMeanwhile() async throws {
        let text = try await events(await ask("on=broken&on=account", try router()), 1)
        #expect(text.hasSuffix("event: ended\ndata: /sign-in?ended=1\n\n"), "\(text)")
    }

    @Test func nobodyElseIsTold() async throws {
        let router = try router()
        #expect(await ask("on=unknown", router).status == .notFound)
        #expect(await ask("", router).status == .notFound)
        #expect(await ask("on=things", router, ["Accept": "text/html"]).status == .notFound)
        var foreign = Self.own
        foreign["Sec-Fetch-Site"] = "cross-site"
        #expect(await ask("on=things", router, foreign).status == .notFound)
    }

    @Test func oneAddressHasSoManyStreamsAtMost() async throws {
        let router = try router()
        var open: [ServerResponse] = []
        for _ in 0..<64 { open.append(await ask("on=broken", router)) }
        #expect(open.allSatisfy { $0.status == .ok })
        #expect(await ask("on=broken", router).status == .tooManyRequests)
        open.removeLast()
        #expect(await ask("on=broken", router).status == .ok)
    }

    @Test func theScreenForLoggingInSaysThatASessionEnded() async throws {
        let router = try router()
        func shown(_ query: String) async throws -> String {
            let request = ServerRequest.sample(.get, "/sign-in", query: query, fields: ["Accept": "text/html"])
            return String(decoding: try await router.respond(to: request).collectBody(), as: UTF8.self)
        }
        #expect(try await shown("ended=1").contains("Your session here was ended"))
        #expect(try await !shown("").contains("Your session here was ended"))
    }
}

/// Keeps what is written until so many events have come.
final class EventWriter: ResponseWriter {
    private let written = Locked("")
    private let count: Int
    private let end = AsyncStream<Void>.makeStream()

    init(count: Int) {
        self.count = count
    }

    func write(_ data: Data) async throws(ResponseWriterError) {
        let events = written.withLock { text in
            text += String(decoding: data, as: UTF8.self)
            return text.matches(of: /event:/).count
        }
        if events >= count { end.continuation.yield() }
    }

    func text() async -> String {
        for await _ in end.stream { break }
        return written.current
    }
}
