import BrowserLoginAPI
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import LoginAPI
import ScreensAPI
import ScreensTesting
import SessionsAPI
import Testing

/// Whoever is logged in, and has to be so since a moment ago (RFC 9470), without a password.
struct AppLoginOnceMoreTests {
    private let check = ScreenCheck(places: ["/", "/sign-in", "/sign-in/browser", "/sign-in/browser/there"])
    private let ana = AppLoginStage.person, then = "/account/address", back = "/sign-in/browser/back"
    private let address = "/sign-in/browser?then=/account/address", led = "then=%2Faccount%2Faddress"

    @Test(.requirement("BROWSERLOGIN-18", "MFA-03")) func theyDoSoAtTheServersPageAndGoOn() async throws {
        let stage = try AppLoginStage(), runner = stage.runner(as: ana)
        let offer = try await runner.show(address)
        #expect(check.problems(of: offer, saying: ["essential.test"]) == [] && offer.forms.map(\.name) == ["begin"])
        #expect(offer.notice == nil && stage.links(on: offer) == [], "the other screen says only that one is logged in")
        guard case .go(let place) = try await stage.begin(then, as: ana) else { return #expect(Bool(false)) }
        #expect(place.address(at: "") == "/sign-in/browser?\(led)")
        let letters = try await runner.show(address)
        #expect(check.problems(of: letters, saying: ["WORD-1"]) == [])
        #expect(try await stage.pass("/sign-in/browser/there", as: ana) == "leave https://essential.test/authorize?1")
        #expect(try await stage.pass(back, as: ana) == "go \(back)?\(led)")
        stage.logins.end(1, .success(ana))
        #expect(try await stage.pass(back, then: then, as: ana) == "signed in /")
    }

    /// The server's page knows whoever is logged in there.
    @Test(.requirement("BROWSERLOGIN-18", "SESS-21")) func somebodyElseDoesNotTakeTheirPlace() async throws {
        let stage = try AppLoginStage(), refusal = try #require(SessionStoreError.somebodyElse(name: "Ana").refusal)
        try await stage.begin(then, as: ana)
        stage.logins.end(1, .failure(.impossible(refusal)))
        let there = "/sign-in/browser?browser=somebody_is_logged_in&\(led)"
        #expect(try await stage.pass(back, then: then, as: ana) == "go \(there)")
        let shown = try await stage.runner(as: ana).show(
            "/sign-in/browser?browser=somebody_is_logged_in&then=/account/address")
        #expect(shown.notice?.text.english.contains("Log out at the server's page, and begin anew as Ana.") == true)
        #expect(check.problems(of: shown) == [] && shown.forms.map(\.name) == ["begin"])
    }

    @Test(.requirement("BROWSERLOGIN-06", "BROWSERLOGIN-18"), arguments: [BrowserLoginError.refused, .timedOut])
    func whyItCameToNothingIsSaidWhereTheyCanBeginAnew(error: BrowserLoginError) async throws {
        let stage = try AppLoginStage()
        try await stage.begin(then, as: ana)
        stage.logins.end(1, .failure(error))
        #expect(try await stage.pass(back, then: then, as: ana) == "go /sign-in/browser?browser=\(error.code)&\(led)")
        let shown = try await stage.runner(as: ana).show(
            "/sign-in/browser?browser=\(error.code)&then=/account/address")
        #expect(shown.notice?.text == error.text && shown.forms.map(\.name) == ["begin"])
        guard case .go(let place) = try await stage.runner(as: ana).send("stop", to: address) else {
            return #expect(Bool(false))
        }
        #expect(place.address(at: "") == "/sign-in/browser?\(led)")
    }

    @Test(.requirement("BROWSERLOGIN-17")) func whoDidSoByAnotherWayIsWaitedForNoMore() async throws {
        let stage = try AppLoginStage()
        try await stage.begin(then, as: ana)
        await stage.observer.didLogIn(ana)
        await stage.logins.waitForEnd()
        #expect(stage.logins.ended == [1])
        let shown = try await stage.runner(as: ana).show(address)
        #expect(shown.notice == nil && shown.forms.map(\.name) == ["begin"])
        // Undecided is undecided, for them as for others.
        try await stage.begin(then, as: ana)
        async let undecided = stage.pass(back, then: then, as: ana)
        await stage.clock.waitForSleepers()
        stage.clock.advance(by: .seconds(5))
        #expect(try await undecided == "go /sign-in/browser?\(led)" && stage.logins.ended == [1])
    }
}
