import BrowserLoginAPI
import BrowserLoginAppScreens
import BrowserLoginTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import LoginAPI
import LoginScreensAPI
import Presenting
import ScreensAPI
import ScreensTesting
import SessionsAPI
import Testing

struct AppLoginTests {
    private let check = ScreenCheck(
        places: ["/", "/sign-in", "/sign-in/browser", "/sign-in/browser/there", "/sign-in/browser/back"])
    private let address = "/sign-in/browser"

    @Test(.requirement("BROWSERLOGIN-15")) func theScreenForLoggingInLeadsThereAndKeepsWhereOneWantedTo() async throws {
        let stage = try AppLoginStage(), request = stage.request("/sign-in", then: "/publish")
        let blocks = try await stage.section.show(request)
        let contents = ScreenContents(.written("x"), .column(blocks))
        #expect(check.problems(of: contents) == [] && stage.section.notice(request) == nil)
        #expect(stage.links(on: contents) == ["/sign-in/browser?then=%2Fpublish"])
    }

    @Test(.requirement("BROWSERLOGIN-15", "BROWSERLOGIN-07")) func whoBeginsSeesTheLettersAndTheWayThere() async throws
    {
        let stage = try AppLoginStage()
        let offer = try await stage.runner.show(address)
        #expect(check.problems(of: offer, saying: ["essential.test"]) == [] && offer.forms.map(\.name) == ["begin"])
        #expect(stage.logins.browsers.isEmpty)
        guard case .go(let place) = try await stage.begin("/publish") else { return #expect(Bool(false)) }
        #expect(place.address(at: "") == "/sign-in/browser?then=%2Fpublish")
        #expect(stage.logins.browsers == [.present(comingBackTo: try #require(URL(string: AppLoginStage.back)))])
        let shown = try await stage.runner.show(address + "?then=/publish")
        #expect(check.problems(of: shown, saying: ["WORD-1"]) == [] && shown.forms.map(\.name) == ["begin", "stop"])
        #expect(stage.links(on: shown) == ["/sign-in/browser/there?then=%2Fpublish"])
        #expect(try await stage.pass("/sign-in/browser/there") == "leave https://essential.test/authorize?1")
    }

    @Test(.requirement("BROWSERLOGIN-15", "EXT-07")) func whoComesBackIsLoggedInWhereTheyWantedTo() async throws {
        let stage = try AppLoginStage()
        _ = try await stage.begin("/publish")
        #expect(try await stage.pass("/sign-in/browser/back") == "go /sign-in/browser/back?then=%2Fpublish")
        // The session has begun, and what follows from that hasn't ended: it is waited for.
        async let end = stage.pass("/sign-in/browser/back", then: "/publish")
        await stage.clock.waitForSleepers()
        stage.logins.end(1, .success(AppLoginStage.person))
        #expect(try await end == "signed in /")
        // Whoever is in already is where they want to be.
        let shown = try await stage.runner(as: AppLoginStage.person).show(address)
        #expect(check.problems(of: shown) == [] && shown.forms.isEmpty)
        let again = ScreenSubmission(stage.request(address, as: AppLoginStage.person))
        _ = try await stage.screen.actions[0].perform(again)
        #expect(stage.logins.browsers.count == 1)
    }

    @Test(.requirement("EXT-08", "EXT-09", "BROWSERLOGIN-06")) func whoIsRefusedReadsWhyWhereTheyCanLogInOtherwise()
        async throws
    {
        let stage = try AppLoginStage()
        _ = try await stage.begin()
        stage.logins.end(1, .failure(.refused))
        #expect(try await stage.pass("/sign-in/browser/back") == "go /sign-in?browser=access_denied")
        let notice = stage.section.notice(stage.request("/sign-in?browser=access_denied"))
        #expect(notice == ScreenNotice(.remark, BrowserLoginError.refused.text))
        // An address makes nobody read what didn't happen.
        #expect(stage.section.notice(stage.request("/sign-in?browser=another_server")) == nil)
        #expect(try await stage.runner.show(address).forms.map(\.name) == ["begin"])
    }

    @Test(.requirement("EXT-08"), arguments: [BrowserLoginError.notOffered, .busy(LocalizedText(en: "a", es: "b"))])
    func whatIsInTheWayIsToldAtOnce(error: BrowserLoginError) async throws {
        let stage = try AppLoginStage(failingAtOnce: error)
        await #expect(throws: error) { try await stage.begin() }
        #expect(try await stage.pass("/sign-in/browser/there") == "go /sign-in/browser")
    }

    @Test(.requirement("EXT-08")) func aServerThatSaysNothingIsNotWaitedFor() async throws {
        let stage = try AppLoginStage(isSilent: true)
        let begun = Task { try await stage.begin() }
        await stage.clock.waitForSleepers()
        stage.clock.advance(by: .seconds(6))
        let error = await #expect(throws: BrowserLoginError.self) { try await begun.value }
        #expect(error?.code == "no_connectivity" && stage.logins.ended == [1])
    }

    @Test(.requirement("BROWSERLOGIN-17")) func aSecondLoginEndsTheFirst() async throws {
        let stage = try AppLoginStage()
        _ = try await stage.begin()
        _ = try await stage.begin()
        #expect(stage.logins.ended == [1] && stage.logins.browsers.count == 2)
        #expect(check.problems(of: try await stage.runner.show(address), saying: ["WORD-2"]) == [])
        stage.logins.end(2, .success(AppLoginStage.person))
        #expect(try await stage.pass("/sign-in/browser/back") == "signed in /")
    }

    @Test(.requirement("BROWSERLOGIN-17", "SESS-21"), arguments: [true, false])
    func aLoginByAnotherWayEndsItAndThePageSaysSo(isInThisProgram: Bool) async throws {
        let stage = try AppLoginStage()
        let ben = User(
            id: UserID(UUID()), name: "Ben", email: try #require(EmailAddress("ben@example.com")), isVerified: true,
            createdAt: AppLoginStage.person.createdAt)
        let refusal = try #require(SessionStoreError.somebodyElse(name: "Ben").refusal)
        _ = try await stage.begin()
        if isInThisProgram {
            await stage.observer.didLogIn(ben)
            #expect(try await stage.pass("/sign-in/browser/there", as: ben) == "go /sign-in/browser")
        } else {
            stage.logins.end(1, .failure(.impossible(refusal)))
        }
        #expect(try await stage.pass("/sign-in/browser/back", as: ben) == "go /sign-in/browser")
        let shown = try await stage.runner(as: ben).show(address)
        #expect(check.problems(of: shown, saying: ["Ben"]) == [] && shown.forms.isEmpty)
        #expect(says(refusal.text, shown))
        if isInThisProgram {
            await stage.logins.waitForEnd()
            #expect(stage.logins.ended == [1])
        }
        // Whoever logs in next reads nothing of that.
        await stage.observer.didLogIn(AppLoginStage.person)
        let next = try await stage.runner(as: AppLoginStage.person).show(address)
        #expect(check.problems(of: next, saying: ["Ana"]) == [] && !says(refusal.text, next))
    }

    private func says(_ text: LocalizedText, _ contents: ScreenContents) -> Bool {
        contents.blocks.contains { block in
            guard case .notice(let notice) = block else { return false }
            return notice == ScreenNotice(.remark, text, nextSteps: [.seePictures, .logOut])
        }
    }

    @Test(.requirement("BROWSERLOGIN-17")) func aLockAndTheEndOfTheProgramEndIt() async throws {
        let stage = try AppLoginStage()
        _ = try await stage.begin()
        async let back = stage.pass("/sign-in/browser/back")
        stage.lock.lock()
        #expect(try await back == "go /sign-in?browser=cancelled" && stage.logins.ended == [1])
        _ = try? await stage.begin()
        await stage.stop()
        #expect(stage.logins.ended.count == stage.logins.browsers.count)
        #expect(try await stage.pass("/sign-in/browser/there") == "go /sign-in/browser")
    }

    @Test(.requirement("BROWSERLOGIN-17")) func whoStopsItIsWaitedForNoMore() async throws {
        let stage = try AppLoginStage()
        _ = try await stage.begin()
        guard case .go(let place) = try await stage.runner.send("stop", to: address) else {
            return #expect(Bool(false))
        }
        #expect(place == SignInSection.place && stage.logins.ended == [1])
    }

    /// Anything may lead a browser there, and nothing comes of that.
    @Test(.requirement("BROWSERLOGIN-16")) func whoComesBackFromNowhereIsNobody() async throws {
        let stage = try AppLoginStage()
        #expect(try await stage.pass("/sign-in/browser/back") == "go /sign-in/browser")
        #expect(try await stage.pass("/sign-in/browser/back", as: AppLoginStage.person) == "go /")
        _ = try await stage.begin()
        async let back = stage.pass("/sign-in/browser/back")
        await stage.clock.waitForSleepers()
        stage.clock.advance(by: .seconds(5))
        #expect(try await back == "go /sign-in/browser" && stage.logins.ended.isEmpty)
    }

    @Test(.requirement("BROWSERLOGIN-16")) func theWayBackTakesABrowserThatWasElsewhere() throws {
        let back = try AppLoginStage().passages.filter(\.comesFromElsewhere)
        #expect(back.map(\.route.pattern) == ["/sign-in/browser/back"])
    }
}
