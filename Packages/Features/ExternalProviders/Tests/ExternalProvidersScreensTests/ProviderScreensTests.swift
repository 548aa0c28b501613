import CoreModels
import ExternalProvidersAPI
import ExternalProvidersScreens
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import LoginAPI
import LoginScreensAPI
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import Testing

struct ProviderScreensTests {
    private let person = User(
        id: UserID(UUID()), name: "<b>Ana</b>", email: EmailAddress("ana@example.com")!, isVerified: true,
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))
    private let server = ProviderServerFake()

    private func composed() throws -> Composition { try server.composed() }

    private func pass(
        _ path: String, _ values: [String: String], _ query: [String: String] = [:], carrying: CarriedText? = nil,
        as person: User? = nil
    ) async throws -> PassageOutcome {
        let passage = try #require(composed().values(of: ScreenPassages.self).first { $0.route.pattern == path })
        return try await passage.pass(request(values, query, carrying, person))
    }

    private func request(
        _ values: [String: String] = [:], _ query: [String: String] = [:], _ carried: CarriedText? = nil,
        _ person: User? = nil
    ) -> ScreenRequest {
        ScreenRequest(
            .home, values: values, query: query, person: person, carrying: carried,
            now: Date(timeIntervalSince1970: 1_800_000_000))
    }

    private static let there = "/sign-in/with/{name}", back = "/sign-in/from/{name}"

    @Test(.requirement("EXT-07")) func goesThereAndComesBack() async throws {
        guard case .leave(let address, let carried?) = try await pass(Self.there, ["name": "acme"]) else {
            Issue.record("nobody left")
            return
        }
        #expect(address.absoluteString == "https://id.example/authorize" && "\(carried)" == "<redacted>")
        let query = ["state": "s", "code": "c", "iss": "https://id.example"]
        let outcome = try await pass(Self.back, ["name": "acme"], query, carrying: carried)
        guard case .signedIn(.home, nil) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let answer = try #require(server.answers.current.first)
        #expect(answer.provider == "acme" && answer.state == "s" && answer.issuer == "https://id.example")
        #expect(answer.code?.isEqual(to: Secret("c")) == true)
    }

    @Test(.requirement("EXT-07", "DATA-04")) func whatALoginTookBackIsSaid() async throws {
        server.arrival.withLock { $0 = .signedIn(LoggedIn(person, keepsAccount: true)) }
        guard case .leave(_, let carried?) = try await pass(Self.there, ["name": "acme"]),
            case .signedIn(.home, let notice?) = try await pass(
                Self.back, ["name": "acme"], ["state": "s", "code": "c"], carrying: carried)
        else {
            Issue.record("nothing is said")
            return
        }
        #expect(notice.text == LoggedIn(person, keepsAccount: true).remark)
    }

    @Test(.requirement("D22")) func whoHasASecondFactorGoesOnWithItsCode() async throws {
        server.arrival.withLock { $0 = .needsCode(LoginTicket(email: "", secret: Secret("a ticket"))) }
        guard case .leave(_, let carried?) = try await pass(Self.there, ["name": "acme"]) else {
            Issue.record("nobody left")
            return
        }
        let query = ["state": "s", "code": "c", "then": "/publish"]
        guard case .go(let place, let taken?) = try await pass(Self.back, ["name": "acme"], query, carrying: carried)
        else {
            Issue.record("no code is asked for")
            return
        }
        #expect(place.parameters == ["step": "code", "then": "/publish"] && taken != carried)
    }

    @Test(
        .requirement("EXT-08", "EXT-09", "EXT-13"),
        arguments: [
            ProviderError.unknownProvider, .over, .cancelledThere, .denied, .providerUnavailable, .providerRefused,
            .notBelieved, .addressNotVouched, .linkedElsewhere, .server,
        ])
    func tellsWhatIsWrongWhereOtherWaysAre(error: ProviderError) async throws {
        server.failure.withLock { $0 = error }
        let outcome = try await pass(Self.there, ["name": "acme"], ["then": "/publish"])
        guard case .go(let place, nil) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(place == SignInSection.place.with("refused", error.code).with("then", "/publish"))
        server.failure.withLock { $0 = nil }
        let section = try #require(composed().values(of: SignInSections.self).first)
        let request = request([:], ["refused": error.code])
        #expect(section.notice(request)?.text == error.text)
        #expect(try await section.show(request).count == 1)
        // Who is logged in stays where the ways in are.
        server.failure.withLock { $0 = error }
        guard case .go(let own, nil) = try await pass(Self.there, ["name": "acme"], as: person) else { return }
        #expect(own == ScreenRoute("/account/ways-in").place().with("refused", error.code))
    }

    @Test func showsNoWordsOfOthers() async throws {
        let section = try #require(composed().values(of: SignInSections.self).first)
        for word in ["<script>", "", "anything"] { #expect(section.notice(request([:], ["refused": word])) == nil) }
        // Without providers the password is still there.
        server.failure.withLock { $0 = .connectivity(LocalizedText(verbatim: "down")) }
        #expect(try await section.show(request()).isEmpty)
    }

    @Test(.requirement("EXT-08")) func takesAnAnswerOnlyInTheBrowserWhereItBegan() async throws {
        for carried in [nil, CarriedText("x"), CarriedText("{}")] {
            guard case .go(let place, nil) = try await pass(Self.back, ["name": "acme"], carrying: carried) else {
                Issue.record("somebody is in")
                return
            }
            #expect(place == SignInSection.place.with("refused", "attempt_over"))
        }
        #expect(server.answers.current.isEmpty)
    }

    @Test(.requirement("EXT-05", "EXT-12")) func linksWhatThePersonSaysIsTheirs() async throws {
        server.arrival.withLock {
            $0 = .offered(
                LinkOffer(
                    attempt: Secret("the offer"), provider: "acme", email: "ana@example.com", isAccountKnown: true))
        }
        guard case .leave(_, let began?) = try await pass(Self.there, ["name": "acme"]),
            case .go(let place, let carried?) = try await pass(Self.back, ["name": "acme"], carrying: began)
        else {
            Issue.record("no offer")
            return
        }
        #expect(place == ScreenRoute("/account/ways-in/link").place())
        // The screen on which people log in says why they should.
        let section = try #require(composed().values(of: SignInSections.self).first)
        let notice = section.notice(request([:], ["then": "/account/ways-in/link"], carried))
        #expect(notice?.text.english.contains("that has ana@example.com, or had it until lately") == true)
        #expect(notice?.text.english.contains("you can link Acme <i> to it") == true)
        let screens = try composed().values(of: Screens.self)
        let link = try #require(screens.first { $0.route.pattern == "/account/ways-in/link" })
        let asked = request([:], [:], carried, person)
        let check = ScreenCheck(places: ["/account/ways-in/link", "/account/ways-in"])
        #expect(check.problems(of: try await link.show(asked), saying: [person.name, "Acme <i>"]) == [])
        #expect(server.links.current.isEmpty)
        let outcome = try await link.actions[0].perform(ScreenSubmission(asked))
        guard case .go(let next) = outcome else { return }
        #expect(next == ScreenRoute("/account/ways-in").place().with("done", "linked"))
        #expect(server.links.current == ["the offer"])
        // Without an offer there is nothing to do.
        #expect(try await link.show(request([:], [:], nil, person)).forms.isEmpty)
        await #expect(throws: ProviderError.over) {
            try await link.actions[0].perform(ScreenSubmission(request([:], [:], began, person)))
        }
    }

    @Test(.requirement("EXT-10"), .requirement("SANIT-03")) func listsWaysAndTakesThemAway() async throws {
        let runner = ScreenRunner(try composed().values(of: Screens.self), as: person)
        let check = ScreenCheck(places: ["/account/ways-in", "/sign-in/with/acme"])
        let contents = try await runner.show("/account/ways-in")
        #expect(check.problems(of: contents, saying: ["Acme <i>"]) == [])
        #expect(contents.forms.count == 1)
        _ = try await runner.send("unlink", to: "/account/ways-in", ["way": "1"])
        #expect(server.removed.current == ["1"])
        // The last one has no button.
        server.ways.withLock { $0 = AccountWaysIn(hasPassword: false, links: $0.links) }
        #expect(try await runner.show("/account/ways-in").forms.isEmpty)
        // Beside a passkey it isn't the last one.
        server.ways.withLock { $0 = AccountWaysIn(hasPassword: false, links: $0.links, others: 1) }
        #expect(try await runner.show("/account/ways-in").forms.count == 1)
        for query in ["done=linked", "done=unlinked", "refused=linked_elsewhere"] {
            let told = try await runner.show("/account/ways-in?" + query)
            #expect(told.notice != nil && check.problems(of: told) == [])
        }
    }

    @Test(.requirement("EXT-11")) func tellsWhoeverHasTheCodeWhatWasDeleted() async throws {
        let runner = ScreenRunner(try composed().values(of: Screens.self))
        let contents = try await runner.show("/data-deletion/c0de")
        #expect(ScreenCheck(places: ["/"]).problems(of: contents, saying: ["Acme <i>"]) == [])
        await #expect(throws: ScreenFailure.self) { try await runner.show("/data-deletion/other") }
    }

    /// By a link that a form was turned into.
    @Test(.requirement("EXT-02")) func passesOnWhatAppleSaysOnce() async throws {
        let passage = try #require(composed().values(of: ScreenPassages.self).first { $0.route.pattern == Self.back })
        #expect(passage.formFields == ["code", "error", "iss", "state", "user"])
        guard case .leave(_, let carried?) = try await pass(Self.there, ["name": "apple"]) else { return }
        let user = #"{"name":{"firstName":"Ana"}}"#
        _ = try await pass(Self.back, ["name": "apple"], ["state": "s", "code": "c", "user": user], carrying: carried)
        #expect(server.answers.current.first?.user == user)
    }

    @Test func leadsNowhereWithoutProviders() throws {
        let composition = try server.composed(isOffered: false)
        #expect(composition.values(of: ScreenPassages.self).isEmpty)
        #expect(composition.values(of: ScreenNavigation.self).isEmpty)
        #expect(composition.values(of: Screens.self).count == 3)
    }
}
