import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Localization
import ScreensApp
import ScreensHosting
import Testing

/// Who comes back to a person's own program from a page of somebody else.
struct AppReturnTests {
    private let origin = AppOrigin(label: "abcdefghijklmnop", port: 20_001)
    private let folder: TemporaryFolder
    private let tokens: LaunchTokens
    private let door: AppDoor

    init() throws {
        let cryptography = try Cryptography.real()
        folder = try TemporaryFolder()
        tokens = LaunchTokens(
            folder: folder.path, random: cryptography.random, hashing: cryptography.hashing, now: { Date() })
        let browsers = OwnBrowsers(random: cryptography.random, now: { Date() }, person: { nil })
        let inside = try Router(
            routes: ["/back", "/other"].map { path in Route(.get, path) { _ in .text("inside \(path)") } },
            observer: RequestObserverSpy())
        door = AppDoor(
            origin, browsers, tokens, returns: ["/back"], page: { title, _, _ in .text(title.english) },
            onRepetition: {}, idle: IdleLock(after: .seconds(900), by: ManualClock()) {}, before: inside)
    }

    private func ask(
        _ method: HTTPMethod = .get, _ path: String, query: String = "", cookie: String? = nil
    ) async throws -> (response: ServerResponse, text: String) {
        var fields: HTTPFields = [.host: origin.authority]
        fields["Cookie"] = cookie
        let response = await door.respond(to: .sample(method, path, query: query, fields: fields))
        return (response, String(decoding: try await response.collectBody(), as: UTF8.self))
    }

    /// Cookies of a parent domain outlive the run: somebody else on the machine may have set them.
    @Test(.requirement("NAV-04")) func cookiesFromElsewhereShutNobodyOut() async throws {
        let refused = door.refuse(.sample(), because: .headersTooLarge(limit: 16_384))
        #expect(refused.status == .requestHeaderFieldsTooLarge)
        #expect(refused.fields["Clear-Site-Data"] == "\"cookies\"")
        let text = String(decoding: try await refused.collectBody(), as: UTF8.self)
        #expect(text == "Your browser sent too many cookies.")
        #expect(door.refuse(.sample(), because: .notFound).fields["Clear-Site-Data"] == nil)
    }

    /// The browser shows nothing of what it has when somebody else sent it here.
    @Test(.requirement("BROWSERLOGIN-15")) func aBrowserThatWasElsewhereGoesOnFromHere() async throws {
        let first = try await ask(.get, "/back", query: "x=1")
        #expect(first.response.status == .ok && first.text == "You are back")
        #expect(first.response.fields["Refresh"] == "0; url=/back?again=1")
        #expect(first.response.fields["Set-Cookie"] == nil)
        let opened = try await ask(.get, "/open", query: "token=\(try tokens.issue(for: .seconds(300)))")
        let cookie = try #require(opened.response.fields["Set-Cookie"]).prefix { $0 != ";" }
        let back = try await ask(.get, "/back", query: "again=1", cookie: String(cookie))
        #expect(back.text == "inside /back")
    }

    @Test(.requirement("BROWSERLOGIN-16")) func nobodyIsLetInByComingBack() async throws {
        #expect(try await ask(.get, "/back", query: "again=1").response.status == .forbidden)
        #expect(try await ask(.post, "/back").response.status == .forbidden)
        for path in ["/", "/other", "/back/x"] {
            #expect(try await ask(.get, path).response.status == .forbidden, "\(path)")
        }
    }
}
