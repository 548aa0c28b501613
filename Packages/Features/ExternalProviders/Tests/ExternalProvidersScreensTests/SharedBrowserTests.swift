import CoreModels
import ExternalProvidersAPI
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

/// One person after another in front of a browser, and one who logged in long ago.
struct SharedBrowserTests {
    private let ana = User(
        id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true,
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))
    private let ben = User(
        id: UserID(UUID()), name: "Ben", email: EmailAddress("ben@example.com")!, isVerified: true,
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))
    private let server = ProviderServerFake()
    private let check = ScreenCheck(
        places: ["/account/ways-in", "/account/ways-in/link", "/sign-in/with/acme", "/account/ways-in/more"])

    private func request(
        _ carried: CarriedText?, _ person: User?, _ query: [String: String] = [:], _ values: [String: String] = [:]
    ) -> ScreenRequest {
        ScreenRequest(
            .home, values: values, query: query, person: person, carrying: carried,
            now: Date(timeIntervalSince1970: 1_800_000_000))
    }

    private func pass(_ path: String, _ carried: CarriedText?, as person: User?) async throws -> PassageOutcome {
        let passages = try server.composed().values(of: ScreenPassages.self)
        let passage = try #require(passages.first { $0.route.pattern == path })
        return try await passage.pass(request(carried, person, ["state": "s", "code": "c"], ["name": "acme"]))
    }

    private func departure(as person: User?) async throws -> CarriedText {
        guard case .leave(_, let carried?) = try await pass("/sign-in/with/{name}", nil, as: person) else {
            throw ScreenRunner.NotFound()
        }
        return carried
    }

    /// What somebody has who came back with what can be linked.
    private func offer(to person: User?, email: String = "ana@example.com") async throws -> CarriedText {
        server.arrival.withLock {
            $0 = .offered(
                LinkOffer(attempt: Secret("o"), provider: "acme", email: email, isAccountKnown: person == nil))
        }
        let departure = try await departure(as: person)
        guard case .go(_, let carried?) = try await pass("/sign-in/from/{name}", departure, as: person) else {
            throw ScreenRunner.NotFound()
        }
        return carried
    }

    private func link() throws -> Screen {
        let screens = try server.composed().values(of: Screens.self)
        return try #require(screens.first { $0.route.pattern == "/account/ways-in/link" })
    }

    @Test(.requirement("EXT-05", "EXTERNALPROVIDERS-02")) func whatOneLeftIsNothingToTheNext() async throws {
        let carried = try await offer(to: ben, email: "school@example.org")
        let section = try #require(server.composed().values(of: SignInSections.self).first)
        #expect(section.notice(request(carried, nil, ["then": "/account/ways-in/link"])) == nil)
        let link = try link(), shown = try await link.show(request(carried, ana))
        #expect(shown.forms.isEmpty && check.problems(of: shown) == [])
        await #expect(throws: ProviderError.over) {
            try await link.actions[0].perform(ScreenSubmission(request(carried, ana)))
        }
        #expect(try await link.show(request(carried, ben)).forms.map(\.name) == ["link"])
        #expect(server.links.current.isEmpty)
    }

    @Test(.requirement("EXT-05", "EXTERNALPROVIDERS-02")) func whatAStrangerCameWithIsForTheAccountWithTheAddress()
        async throws
    {
        let carried = try await offer(to: nil), link = try link()
        #expect(try await link.show(request(carried, ana)).forms.map(\.name) == ["link"])
        let shown = try await link.show(request(carried, ben))
        #expect(shown.forms.isEmpty && check.problems(of: shown, saying: ["Acme <i>", "Ben"]) == [])
        await #expect(throws: ProviderError.over) {
            try await link.actions[0].perform(ScreenSubmission(request(carried, ben)))
        }
    }

    /// Somebody went to the provider, and another person is logged in when the answer comes.
    @Test(.requirement("EXT-08", "EXTERNALPROVIDERS-02")) func anAnswerIsForWhoWentThere() async throws {
        for (went, comes, counts) in [(ana, ana, true), (ana, nil, true), (nil, nil, true), (ana, ben, false)] {
            server.answers.withLock { $0 = [] }
            let outcome = try await pass("/sign-in/from/{name}", departure(as: went), as: comes)
            #expect((server.answers.current.count == 1) == counts, "\(outcome)")
        }
        let outcome = try await pass("/sign-in/from/{name}", departure(as: nil), as: ben)
        guard case .go(let place, nil) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(place == ScreenRoute("/account/ways-in").place().with("refused", "attempt_over"))
    }

    /// What they came back with would be lost where they first have to log in once more.
    @Test(.requirement("MFA-03", "EXTERNALPROVIDERS-04")) func whoLoggedInLongAgoDoesSoBeforeTheyGo() async throws {
        let runner = ScreenRunner(try server.composed().values(of: Screens.self), as: ana)
        server.ways.withLock { $0 = AccountWaysIn(hasPassword: true, links: [], isChangeable: false) }
        let aged = try await runner.show("/account/ways-in")
        #expect(aged.forms.map(\.button.english) == ["Link Acme <i>"] && check.problems(of: aged) == [])
        let error = await #expect(throws: ProviderError.self) { try await runner.send("begin", to: "/account/ways-in") }
        #expect(error == .notRecent && error?.nature == .credentials && error?.nextSteps == [.logIn])
        // Afterwards there are the ways there.
        server.ways.withLock { $0 = AccountWaysIn(hasPassword: true, links: $0.links) }
        #expect(try await runner.show("/account/ways-in").forms.isEmpty)
        guard case .go(let place) = try await runner.send("begin", to: "/account/ways-in") else {
            return #expect(Bool(false))
        }
        #expect(place == ScreenRoute("/account/ways-in").place())
    }

    @Test(.requirement("EXT-10", "EXTERNALPROVIDERS-03")) func aProviderThatIsNoMoreIsNoWay() async throws {
        let runner = ScreenRunner(try server.composed().values(of: Screens.self), as: ana)
        func link(_ id: String, leadsIn: Bool) -> ProviderLink {
            ProviderLink(
                id: id, provider: "p" + id, title: "P" + id, email: nil, linkedAt: ana.createdAt, leadsIn: leadsIn)
        }
        server.ways.withLock {
            $0 = AccountWaysIn(hasPassword: false, links: [link("1", leadsIn: true), link("2", leadsIn: false)])
        }
        let shown = try await runner.show("/account/ways-in")
        #expect(shown.forms.map(\.subject) == ["2"], "the one that leads in is the last one")
        #expect(check.problems(of: shown, saying: ["P1", "P2"]) == [])
    }
}
