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
import ScreensHostingAPI
import Testing

/// What becomes of forms that browsers send.
struct FormTests {
    private let router: Router
    private let browsers = BrowserKeepingFake()
    private let done = Locked<[String]>([])

    init() throws {
        let (done, screens) = (done, ScreenRoute("/write"))
        let form = ScreenForm(
            "write", to: screens.place(),
            [
                ScreenField("text", .text(limit: 100), words("Text")),
                ScreenField("code", .code(digits: 6), words("Code")),
            ],
            button: words("Send"))
        let write = ScreenAction("write") { sent in
            switch sent["text"] {
            case "refused": throw FieldRefusal(Refusal(steps: []), at: "text")
            case "stranger" where sent.request.person == nil: throw Refusal(steps: [.logIn])
            case "broken": throw Broken()
            case "nothing": throw ScreenFailure.notFound(words("Nothing."))
            default:
                done.withLock { $0.append(sent["text"]) }
                return .go(screens.place().with("code", sent.secret("code").withText { $0 }))
            }
        }
        let signIn = ScreenRoute("/sign-in")
        let all = [
            Screen(screens, actions: [write]) { _ in ScreenContents(.written("Write"), .column([.form(form)])) },
            Screen(
                signIn,
                actions: [
                    ScreenAction("sign-in") { sent in
                        guard sent["email"] != "wrong" else { throw Refusal(steps: []) }
                        return .signedIn(.home)
                    }
                ]
            ) { request in
                let form = ScreenForm("sign-in", to: request.place, button: words("Log in"))
                return ScreenContents(.written("Log in"), .column([.form(form)]))
            },
            Screen(ScreenRoute("/gone"), actions: [ScreenAction("write") { _ in throw Refusal(steps: []) }]) { _ in
                throw ScreenFailure.notFound(words("It is gone."))
            },
            Screen(ScreenRoute("/out"), for: .people, actions: [ScreenAction("out") { _ in .signedOut(.home) }]) { _ in
                ScreenContents(.written("Out"), .column([]))
            },
        ]
        let keys = Locked(0)
        let assembly = try ScreensHostingPlugin.assemble(
            .init(
                screens: { all },
                navigation: { [NavigationItem(ScreenLink(words("Log in"), to: signIn.place()), for: .strangers)] },
                steps: { [ScreenStep(.logIn, ScreenLink(words("Log in"), to: signIn.place()))] }, browsers: browsers,
                hashing: try Cryptography.real().hashing, root: "/",
                makeKey: { "key-of-sixteen-\(keys.withLock { $0 += 1; return $0 })" },
                now: { Date(timeIntervalSince1970: 1_800_000_000) }))
        router = try Router(
            routes: assembly.exports.routes(), observer: RequestObserverSpy(), page: assembly.exports.problem)
    }

    private struct Broken: Error {}

    private struct Refusal: PresentableError {
        let steps: [NextStep]
        let code = "refused", text = words("It can't be <b>.")
        var nature: FailureNature { steps.contains(.logIn) ? .credentials : .refused }
        var nextSteps: [NextStep] { steps }
    }

    /// Remembers tokens.
    private final class BrowserKeepingFake: BrowserKeeping {
        static let person = User(
            id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true,
            createdAt: Date(timeIntervalSince1970: 1_700_000_000))
        let tokens = Locked<[String]>([])

        func visit<Value: Sendable>(
            _ visitor: Visitor, _ body: @Sendable (Browser) async throws -> Value
        ) async throws -> Value {
            let shown = visitor.token?.withText { $0 } ?? ""
            return try await body(Browser(id: tokens.current.last == shown ? 1 : 2))
        }

        func person(at browser: Browser) async -> User? { browser.id == 1 ? Self.person : nil }

        func renew(_ browser: Browser) async throws -> Secret? {
            tokens.withLock { tokens in
                tokens.append("token\(tokens.count)")
                return browser.id == 1 ? nil : Secret(tokens[tokens.count - 1])
            }
        }
    }

    private static let own: HTTPFields = [
        .accept: "text/html", .contentType: "application/x-www-form-urlencoded", "Sec-Fetch-Site": "same-origin",
        "Host": "localhost:8080",
    ]

    private func send(
        _ path: String, _ body: String, _ fields: HTTPFields = own, isSecure: Bool = true, peer: String = "127.0.0.1"
    ) async throws -> (response: ServerResponse, text: String) {
        let parts = path.split(separator: "?").map(String.init)
        var request = ServerRequest.sample(.post, parts[0], query: parts.count > 1 ? parts[1] : "", fields: fields)
        request.body = .bytes(Data(body.utf8))
        request.isSecure = isSecure
        request.peer = SocketAddress(ip: try #require(IPAddress(peer)), port: 1)
        let response = await router.respond(to: request)
        return (response, String(decoding: try await response.collectBody(), as: UTF8.self))
    }

    // MARK: Sending

    @Test func whatIsSentIsDone() async throws {
        let answer = try await send("/write", "_form=write&text=a%0D%0Ab%26&secret-code=12")
        #expect(answer.response.status == .seeOther && answer.response.fields[.location] == "/write?code=12")
        #expect(done.current == ["a\nb&"])
    }

    @Test func whatIsRefusedComesBackAsItWasTyped() async throws {
        let answer = try await send("/write", "_form=write&_at=%2Fwrite%3Fa%3Db&text=refused&secret-code=123456")
        #expect(answer.response.status == .unprocessableContent && answer.response.fields[.cacheControl] == "no-store")
        #expect(answer.text.contains(">\nrefused</textarea>") && !answer.text.contains("123456"))
        #expect(answer.text.contains(##"<a href="#write-text">It can&#39;t be &lt;b&gt;.</a>"##))
        #expect(answer.text.contains("<title>Problem: Write") && answer.text.contains(#"aria-invalid="true""#))
        #expect(answer.text.contains(#"name="_at" value="/write?a=b""#))
    }

    @Test(arguments: [
        "%2F%2Fexample.com", "https%3A%2F%2Fexample.com%2F", "%2Fnowhere", "javascript%3Aalert(1)",
        "%2Fwrite%2F..%2F..",
    ])
    func itComesBackOnPlacesOfTheProgramOnly(_ place: String) async throws {
        let answer = try await send("/write", "_form=write&_at=\(place)&text=refused")
        #expect(answer.response.status == .unprocessableContent)
        #expect(answer.text.contains(#"name="_at" value="/write""#))
    }

    @Test func whatIsSentTwiceIsDoneOnce() async throws {
        let body = "_form=write&_key=0123456789abcdef&text=once"
        async let first = send("/write", body)
        async let second = send("/write", body)
        let places = try await [first.response.fields[.location], second.response.fields[.location]]
        #expect(places == ["/write?code=", "/write?code="])
        _ = try await send("/write", body)
        #expect(done.current == ["once"])
        _ = try await send("/write", "_form=write&_key=fedcba9876543210&text=twice")
        #expect(done.current == ["once", "twice"])
    }

    @Test func aKeyCountsForItsFormAndItsBrowserOnly() async throws {
        let key = "_form=write&_key=0123456789abcdef&text="
        // A browser that brings a page back brings its key back.
        _ = try await send("/write", key + "one")
        _ = try await send("/write", key + "two")
        #expect(done.current == ["one", "two"])
        let entry = "_form=sign-in&_key=0123456789abcdef&email=a&secret-password="
        #expect(try await send("/sign-in", entry + "right").response.fields["Set-Cookie"]?.contains("token0") == true)
        for body in [entry + "other", "_form=write&_key=0123456789abcdef"] {
            let path = body.contains("sign-in") ? "/sign-in" : "/write"
            #expect(try await send(path, body).response.fields["Set-Cookie"]?.contains("token0") != true)
        }
        let other = try await send("/write", key + "one", fields(showing: "token1"))
        #expect(other.response.status == .seeOther && done.current.count { $0 == "one" } == 2)
    }

    @Test func strangersPushOutNothingOfPeople() async throws {
        _ = try await send("/sign-in", "_form=sign-in")
        let fields = fields(showing: "token0"), body = "_form=write&_key=0123456789abcdef&text=mine"
        _ = try await send("/write", body, fields)
        for number in 0..<300 { _ = try await send("/write", "_form=write&_key=stranger-\(1_000_000 + number)&text=x") }
        _ = try await send("/write", body, fields)
        #expect(done.current.count { $0 == "mine" } == 1)
    }

    @Test func whatFailedMayBeSentAgain() async throws {
        let body = "_form=write&_key=0123456789abcdef&text=broken"
        #expect(try await send("/write", body).response.status == .internalServerError)
        _ = try await send("/write", "_form=write&_key=0123456789abcdef&text=now")
        #expect(done.current == ["now"])
    }

    @Test func whatWasTypedIsShownWhereItsScreenIsGone() async throws {
        let answer = try await send("/gone", "_form=write&_at=%2Fgone&text=kept%20%3Cb%3E")
        #expect(answer.response.status == .notFound && answer.text.contains("<code>kept &lt;b&gt;</code>"))
    }

    @Test func aFormThatNoScreenHasIsRefused() async throws {
        #expect(try await send("/write", "_form=other&text=x").response.status == .badRequest)
        #expect(try await send("/write", "text=x").response.status == .badRequest)
        #expect(try await send("/write", "%GG").response.status == .badRequest)
        var json = Self.own
        json[.contentType] = "application/json"
        #expect(try await send("/write", "{}", json).response.status == .unsupportedMediaType)
        #expect(try await send("/write", "_form=write&text=nothing").response.status == .notFound)
        let long = "_form=write&text=" + String(repeating: "x", count: 70_000)
        #expect(try await send("/write", long).response.status == .contentTooLarge)
    }

    // MARK: From elsewhere

    @Test(
        arguments: [
            ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none"],
            ["Origin": "https://example.com"], ["Origin": "null"], ["Origin": "https://localhost:8081"],
            ["Origin": "http://localhost:8080"], ["Sec-Fetch-Site": "cross-site", "Origin": "https://localhost:8080"],
            [:],
        ] as [[String: String]])
    func formsOfOtherSitesAreRefused(_ said: [String: String]) async throws {
        var fields = Self.own
        fields["Sec-Fetch-Site"] = nil
        for (name, value) in said { fields[HTTPFieldName(name)] = value }
        let answer = try await send("/write", "_form=write&text=x", fields)
        #expect(answer.response.status == .forbidden && done.current == [])
        #expect(answer.text.contains("Nothing was done."))
    }

    @Test func browsersThatOnlyNameTheirOriginAreBelieved() async throws {
        var fields = Self.own
        fields["Sec-Fetch-Site"] = nil
        fields["Origin"] = "https://localhost:8080"
        #expect(try await send("/write", "_form=write&text=x", fields).response.status == .seeOther)
    }

    @Test func nothingSecretIsTypedWhereOthersCanRead() async throws {
        var fields = Self.own
        fields["Host"] = "example.com"
        let page = ServerRequest.sample(.get, "/write", fields: fields)
        var open = page
        open.isSecure = false
        let text = String(decoding: try await (await router.respond(to: open)).collectBody(), as: UTF8.self)
        #expect(text.contains("https://") && !text.contains("<form"))
        let sent = try await send(
            "/write", "_form=write&text=x&secret-code=1", fields, isSecure: false, peer: "192.0.2.1")
        #expect(sent.response.status == .forbidden && done.current == [])
        // On this machine nobody is on the way.
        #expect(
            try await send("/write", "_form=write&text=x&secret-code=1", isSecure: false).response.status == .seeOther)
    }

    // MARK: Logging in

    @Test(.requirement("NAV-04")) func whoLogsInHasACookieAndGoesWhereTheyWanted() async throws {
        for (then, place) in [
            ("%2Fwrite%3Fa%3Db", "/write?a=b"), ("https%3A%2F%2Fexample.com", "/"), ("%2F%2Fx", "/"),
            ("%2Fnowhere", "/"),
        ] {
            let answer = try await send("/sign-in?then=\(then)", "_form=sign-in")
            #expect(answer.response.status == .seeOther && answer.response.fields[.location] == place)
            let cookie = try #require(answer.response.fields["Set-Cookie"])
            #expect(cookie.hasPrefix("__Host-Http-essential-8080=token"))
            for rule in ["; Path=/;", "; Secure;", "; HttpOnly;", "; SameSite=Lax;"] { #expect(cookie.contains(rule)) }
            #expect(!cookie.contains("Domain"))
        }
    }

    private func fields(showing token: String) -> HTTPFields {
        var fields = Self.own
        fields["Cookie"] = "a=b; __Host-Http-essential-8080=\(token)"
        return fields
    }

    @Test func whoLogsOutIsForgotten() async throws {
        _ = try await send("/sign-in", "_form=sign-in")
        let token = try #require(browsers.tokens.current.last)
        let answer = try await send("/out", "_form=out", fields(showing: token))
        #expect(answer.response.status == .seeOther)
        #expect(answer.response.fields["Set-Cookie"]?.contains("Max-Age=0") == true)
        #expect(answer.response.fields["Clear-Site-Data"] == #""cache", "storage""#)
    }

    @Test func whatWasTypedComesBackAfterLoggingIn() async throws {
        let first = try await send("/write", "_form=write&_at=%2Fwrite&text=stranger&secret-code=123456")
        #expect(first.response.status == .ok && first.text.contains("Log in to go on."))
        #expect(!first.text.contains("123456"))
        let kept = try #require(first.text.firstMatch(of: /name="_kept" value="([^"]*)"/)?.output.1)
            .replacing("&amp;", with: "&").replacing("%", with: "%25").replacing("&", with: "%26").replacing(
                "=", with: "%3D")
        let wrong = try await send("/sign-in?then=%2Fwrite", "_form=sign-in&email=wrong&_kept=\(kept)")
        #expect(wrong.response.status == .unprocessableContent && wrong.text.contains("stranger"))
        let second = try await send("/sign-in?then=%2Fwrite", "_form=sign-in&_kept=\(kept)")
        #expect(second.response.status == .ok && second.response.fields["Set-Cookie"] != nil)
        #expect(second.text.contains(">\nstranger</textarea>") && second.text.contains("still here"))
        #expect(done.current == [])
    }

    @Test func whatOnlyPeopleSeeAsksForLoggingIn() async throws {
        let page = await router.respond(to: .sample(.get, "/out", fields: Self.own))
        #expect(page.status == .seeOther && page.fields[.location] == "/sign-in?then=%2Fout")
        #expect(try await send("/out", "_form=out").text.contains("Log in</h1>"))
    }

    @Test(arguments: [
        "__Host-Http-essential-8080=a; __Host-Http-essential-8080=b", "__Host-Http-essential=token0",
        "essential=token0",
    ])
    func otherCookiesArentOurs(_ cookie: String) async throws {
        _ = try await send("/sign-in", "_form=sign-in")
        var fields = Self.own
        fields["Cookie"] = cookie
        let page = await router.respond(to: .sample(.get, "/out", fields: fields))
        #expect(page.status == .seeOther)
    }

    @Test func whatPeopleSeeIsKeptByNobody() async throws {
        _ = try await send("/sign-in", "_form=sign-in")
        let page = await router.respond(to: .sample(.get, "/out", fields: fields(showing: "token0")))
        #expect(page.status == .ok && page.fields[.cacheControl] == "no-store" && page.fields[.eTag] == nil)
        #expect(page.fields[.vary]?.contains("Cookie") == true)
        let text = String(decoding: try await page.collectBody(), as: UTF8.self)
        #expect(!text.contains("Log in"))
    }
}

private func words(_ text: String) -> LocalizedText { LocalizedText(verbatim: text) }
