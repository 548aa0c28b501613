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
import ScreensAPI
import ScreensApp
import ScreensHosting
import ScreensHostingAPI
import Testing

/// What can reach the port of a person's own program, and what it gets.
struct AppDoorTests {
    private let origin = AppOrigin(label: "abcdefghijklmnop", port: 20_001)
    private let folder: TemporaryFolder
    private let clock = Locked(Date(timeIntervalSince1970: 1_800_000_000))
    private let browsers: OwnBrowsers
    private let tokens: LaunchTokens
    private let warnings = Locked(0)
    private let manual = ManualClock()
    private let locked = Locked(0)
    private let door: AppDoor

    init() throws {
        let cryptography = try Cryptography.real(), clock = clock, warnings = warnings
        let manual = manual, locked = locked
        folder = try TemporaryFolder()
        tokens = LaunchTokens(
            folder: folder.path, random: cryptography.random, hashing: cryptography.hashing, now: { clock.current })
        browsers = OwnBrowsers(
            random: cryptography.random, now: { clock.current }, clock: manual, person: { nil })
        let hosting = try ScreensHostingPlugin.assemble(
            .init(
                screens: { [] }, navigation: { [] }, steps: { [] }, browsers: browsers, hashing: cryptography.hashing,
                root: "/", makeKey: { "" }, now: { clock.current })
        ).exports
        let inside = try Router(
            routes: [
                Route(.get, "/") { _ in .text("the feed") }, Route(.post, "/") { _ in .text("done") },
                Route(.get, "/assets/style.css") { _ in .text("style") },
                Route(.get, "/icon.svg") { _ in .text("icon") },
            ], observer: RequestObserverSpy(), page: hosting.problem)
        door = AppDoor(
            origin, browsers, tokens, page: { title, _, _ in .text(title.english) },
            onRepetition: { warnings.withLock { $0 += 1 } },
            idle: IdleLock(after: .seconds(900), by: manual) { locked.withLock { $0 += 1 } }, before: inside)
    }

    private func ask(
        _ method: HTTPMethod = .get, _ path: String = "/", query: String = "", host: String? = nil,
        cookie: String? = nil,
        origin from: String? = nil, _ form: String? = nil, more: HTTPFields = [:]
    ) async -> ServerResponse {
        var fields = more
        fields[.host] = host ?? origin.authority
        fields["Cookie"] = cookie
        fields["Origin"] = from
        if form != nil { fields[.contentType] = "application/x-www-form-urlencoded" }
        return await door.respond(
            to: .sample(method, path, query: query, fields: fields, body: form.map { Data($0.utf8) }))
    }

    private func open(_ token: String, from: String? = "null") async -> ServerResponse {
        await ask(.post, "/open", origin: from, "token=\(token)")
    }

    /// Lets a browser in.
    private func letIn() async throws -> String {
        let response = await open(try tokens.issue(for: .seconds(30)))
        let cookie = try #require(response.fields["Set-Cookie"])
        return String(cookie.prefix { $0 != ";" })
    }

    // MARK: Names

    /// A page elsewhere that leads a name of its own here (DNS rebinding), and
    /// whoever asks by address.
    @Test(arguments: [
        "127.0.0.1:20001", "[::1]:20001", "localhost:20001", "evil.example:20001", "essential.localhost:20001",
        "abcdefghijklmnoq.essential.localhost:20001", "abcdefghijklmnop.essential.localhost",
        "abcdefghijklmnop.essential.localhost:20002", "abcdefghijklmnop.essential.localhost.:20001",
        "x.abcdefghijklmnop.essential.localhost:20001", "",
    ])
    func underAnotherNameThereIsNothing(host: String) async throws {
        let cookie = try await letIn()
        #expect(await ask(host: host, cookie: cookie).status.rawValue == 421)
        let token = try tokens.issue(for: .seconds(30))
        let opened = await ask(.post, "/open", host: host, origin: "null", "token=\(token)")
        #expect(opened.status.rawValue == 421 && tokens.isOpen(token))
    }

    @Test func twoNamesAreNone() async throws {
        var fields: HTTPFields = [.host: origin.authority, "Cookie": try await letIn()]
        fields.append(.host, origin.authority)
        #expect(await door.respond(to: .sample(fields: fields)).status.rawValue == 421)
    }

    @Test func whoComesTooLateFindsItLocked() async throws {
        let cookie = try await letIn()
        manual.advance(by: .seconds(899))
        #expect(await ask(cookie: cookie).status == .ok)
        manual.advance(by: .seconds(899))
        // What is for everybody, strangers, and what a page does by itself tell nothing.
        #expect(await ask(.get, "/assets/style.css", cookie: cookie).status == .ok)
        #expect(await ask().status == .forbidden)
        #expect(await ask(cookie: cookie, more: [.accept: "text/event-stream"]).status == .ok)
        manual.advance(by: .seconds(1))
        #expect(locked.current == 0)
        #expect(await ask(cookie: cookie).status == .ok && locked.current == 1)
        #expect(await ask(cookie: cookie).status == .ok && locked.current == 1)
    }

    // MARK: Cookies

    @Test func whoWasLetInSeesTheScreens() async throws {
        let cookie = try await letIn()
        let response = await ask(cookie: cookie)
        #expect(response.status == .ok)
        #expect(await ask(.post, cookie: cookie).status == .ok)
    }

    /// Another program of this machine has the same cookies: browsers don't tell
    /// ports apart.
    @Test(arguments: [nil, "", "__Host-Http-essential-20001=", "__Host-Http-essential-20001=guessed", "other=1"])
    func strangersSeeNothing(cookie: String?) async throws {
        let own = try await letIn()
        for path in ["/", "/nowhere", "/open/x", "/assets"] {
            #expect(await ask(.get, path, cookie: cookie).status == .forbidden, "\(path)")
        }
        #expect(await ask(.post, cookie: cookie).status == .forbidden)
        #expect(await ask(.post, "/assets/style.css", cookie: cookie).status == .forbidden)
        // A cookie beside the right one may be anybody's.
        let planted = await ask(cookie: "\(own); __Host-Http-essential-20001=planted")
        #expect(planted.status == .forbidden)
    }

    /// The program was started anew under an open page: what was typed can be copied,
    /// and a page elsewhere can't have it shown.
    @Test(arguments: [("same-origin", true), ("cross-site", false), ("none", false)])
    func whatWasTypedBeforeTheProgramStartedAnewIsGivenBack(from site: String, isShown: Bool) async throws {
        let form = "_form=comment&_with.token=9999&message=%3Cb%3EMy+words&secret-password=hunter2"
        let more: HTTPFields = ["Sec-Fetch-Site": site, .accept: "text/html"]
        let answer = await ask(.post, cookie: "__Host-Http-essential-20001=before", form, more: more)
        let text = String(decoding: try await answer.collectBody(), as: UTF8.self)
        #expect(answer.status == .forbidden && text.contains("This browser isn&#39;t let in"))
        #expect(text.contains(">\n&lt;b&gt;My words</textarea>") == isShown)
        #expect(!text.contains("hunter2") && !text.contains("9999"))
    }

    @Test func theStyleOfTheRefusalAndTheIconAreForEverybody() async {
        #expect(await ask(.get, "/assets/../").status == .notFound)
        #expect(await ask(.get, "/assets/style.css").status == .ok)
        #expect(await ask(.get, "/icon.svg").status == .ok)
        #expect(await ask(.post, "/icon.svg").status == .forbidden)
    }

    @Test func theCookieIsForThisProgramAlone() async throws {
        let response = await open(try tokens.issue(for: .seconds(30)))
        let cookie = try #require(response.fields["Set-Cookie"])
        #expect(cookie.hasPrefix("__Host-Http-essential-20001="))
        #expect(cookie.hasSuffix("; Path=/; Secure; HttpOnly; SameSite=Strict"))
        #expect(response.status == .ok && response.fields["Refresh"] == "0; url=/")
    }

    /// A window sends something at the moment at which somebody logs in or out in another
    /// one, or leaves before the answer comes.
    @Test func theCookieOutlivesThePerson() async throws {
        let cookie = try await letIn(), value = try #require(cookie.split(separator: "=").last)
        func renewed(_ value: Substring) async throws -> Secret? {
            let visitor = Visitor(
                token: Secret(value), peer: SocketAddress(ip: .loopback, port: 50_000), agent: nil, language: .english)
            return try await browsers.visit(visitor) { try await browsers.renew($0) }
        }
        #expect(try await renewed(value)?.isEqual(to: Secret(value)) == true)
        #expect(await ask(cookie: cookie).status == .ok)
        #expect(try await renewed("guessed") == nil)
    }

    // MARK: Tokens

    private func cookie(of response: ServerResponse) throws -> String {
        String(try #require(response.fields["Set-Cookie"]).prefix { $0 != ";" })
    }

    /// Where somebody is asked again, from a page of the program.
    private func doubt(_ response: ServerResponse) throws -> String {
        #expect(response.status == .ok && response.fields["Set-Cookie"] == nil)
        let refresh = try #require(response.fields["Refresh"])
        return try String(#require(refresh.firstMatch(of: /^0; url=\/open\?(again=.+)$/)?.output.1))
    }

    /// Somebody else had the token, whoever came first.
    @Test func aTokenOfTwoBrowsersEndsWhatItGave() async throws {
        let other = try await letIn(), token = try tokens.issue(for: .seconds(30))
        let first = try cookie(of: await open(token))
        let again = try doubt(await open(token))
        #expect(await ask(cookie: first).status == .ok && warnings.current == 0)
        #expect(await ask(.get, "/open", query: again).status == .forbidden && warnings.current == 1)
        #expect(await ask(cookie: first).status == .forbidden)
        // Whoever came in by another way goes on, and nobody comes in by this one.
        #expect(await ask(cookie: other).status == .ok)
        #expect(await open(token).status == .forbidden && warnings.current == 1)
        #expect(await ask(.get, "/open", query: again).status == .forbidden && warnings.current == 1)
        let anew = try await letIn()
        #expect(await ask(cookie: anew).status == .ok)
    }

    /// Who has the token and doesn't follow is noticed as well, and so is who is let in
    /// by another way.
    @Test func whoDoesNotSayWhoTheyAreIsNoticed() async throws {
        let token = try tokens.issue(for: .seconds(30)), first = try cookie(of: await open(token))
        _ = try doubt(await open(token))
        manual.advance(by: .seconds(9))
        #expect(await ask(cookie: first).status == .ok && warnings.current == 0)
        manual.advance(by: .seconds(1))
        #expect(await ask(cookie: first).status == .forbidden && warnings.current == 1)
        #expect(await ask(cookie: first).status == .forbidden && warnings.current == 1)
        let other = try await letIn(), another = try tokens.issue(for: .seconds(30))
        let second = try cookie(of: await open(another)), again = try doubt(await open(another))
        #expect(await ask(.get, "/open", query: again, cookie: other).status == .forbidden && warnings.current == 2)
        #expect(await ask(cookie: second).status == .forbidden)
        #expect(await ask(cookie: other).status == .ok)
    }

    /// Two clicks, a page that is loaded anew, a browser that brings its tabs back.
    @Test func aBrowserThatComesTwiceGoesOn() async throws {
        let token = try tokens.issue(for: .seconds(300)), own = try cookie(of: await open(token))
        let link = await ask(.get, "/open", query: "token=\(token)", cookie: own)
        #expect(link.status == .ok && link.fields["Refresh"] == "0; url=/" && link.fields["Set-Cookie"] == nil)
        // From a file it comes without its cookie.
        let again = try doubt(await open(token))
        let settled = await ask(.get, "/open", query: again, cookie: own)
        #expect(settled.status == .ok && settled.fields["Refresh"] == "0; url=/")
        manual.advance(by: .seconds(60))
        #expect(await ask(cookie: own).status == .ok && warnings.current == 0)
    }

    /// What an earlier run let in isn't there any more.
    @Test func aTokenOfAnEarlierRunLetsNobodyInAndIsNoAlarm() async throws {
        let own = try await letIn(), token = try tokens.issue(for: .seconds(30))
        #expect(tokens.redeem(token) == .accepted)
        #expect(await open(token).status == .forbidden && warnings.current == 0)
        #expect(await ask(cookie: own).status == .ok)
    }

    @Test func aTokenThatComesLateIsNone() async throws {
        let cookie = try await letIn(), token = try tokens.issue(for: .seconds(30))
        clock.withLock { $0 += 30 }
        #expect(await open(token).status == .forbidden)
        #expect(await ask(cookie: cookie).status == .ok && warnings.current == 0)
    }

    /// It was made while the clock was years ahead.
    @Test func aTokenThatWouldBeGoodForYearsIsNone() async throws {
        clock.withLock { $0 += 86_400 * 3_650 }
        let token = try tokens.issue(for: .seconds(30))
        clock.withLock { $0 -= 86_400 * 3_650 }
        #expect(await open(token).status == .forbidden && warnings.current == 0)
    }

    @Test(arguments: ["", "guessed", "../origin", String(repeating: "a", count: 65)])
    func aTokenThatNobodyMadeIsNone(token: String) async {
        #expect(await open(token).status == .forbidden && warnings.current == 0)
    }

    /// A page elsewhere can't use what it may have come to know, nor use it up.
    @Test(arguments: ["https://evil.example", "http://abcdefghijklmnop.essential.localhost:20001", nil])
    func onlyAFileOpens(from: String?) async throws {
        let token = try tokens.issue(for: .seconds(30))
        #expect(await open(token, from: from).status == .forbidden && tokens.isOpen(token))
        #expect(await open(token).status == .ok)
    }

    @Test func aLinkOpensOnce() async throws {
        let token = try tokens.issue(for: .seconds(300))
        let ahead = await ask(.get, "/open", query: "token=\(token)", more: ["Sec-Purpose": "prefetch"])
        #expect(ahead.status == .forbidden && tokens.isOpen(token))
        #expect(await ask(.get, "/open", query: "token=\(token)").status == .ok)
        _ = try doubt(await ask(.get, "/open", query: "token=\(token)"))
        #expect(await ask(.put, "/open").status == .methodNotAllowed)
    }

    @Test func aTokenOfAnotherProcessIsKnown() async throws {
        let cryptography = try Cryptography.real(), clock = clock
        let another = LaunchTokens(
            folder: folder.path, random: cryptography.random, hashing: cryptography.hashing, now: { clock.current })
        let token = try another.issue(for: .seconds(30))
        #expect(await open(token).status == .ok && !another.isOpen(token))
        // What is kept doesn't tell it.
        #expect(folder.files().allSatisfy { !$0.contains(token) })
    }
}
