import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import LoginAPI
import PluginKit
import Presenting
import RegistrationAPI
import RegistrationScreens
import RegistrationTesting
import ScreensAPI
import ScreensTesting
import Testing

struct RegistrationScreensTests {
    private let person = User(
        id: UserID(UUID()), name: "<b>Ana</b>", email: EmailAddress("ana@example.com")!, isVerified: false,
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))
    private let typed = ["name": "Ana", "email": "ana@example.com"]
    private let passwords = [
        "password": Secret("four green tea pots"), "password_again": Secret("four green tea pots"),
    ]

    private func screens(
        _ registration: RegisteringSpy?, finding: [InvalidField] = [], as person: User? = nil
    ) throws -> ScreenRunner {
        var host = PluginHost()
        try host.install(
            RegistrationScreensPlugin.self,
            .init(
                registration: registration.map { Scoped(always: $0) },
                validator: Scoped(always: RegistrationValidatingStub { _ in finding }),
                confirmation: ScreenRoute("/verify").place(), saysThatItIsClosed: true,
                isClosed: { await registration?.isClosed() ?? false }))
        return ScreenRunner(try host.composed().values(of: Screens.self), as: person)
    }

    @Test(.requirement("REG-34", "REG-41"))
    func eachIsFitToBeShown() async throws {
        let check = ScreenCheck(places: ["/register"])
        for person in [nil, person] {
            let screens = try screens(RegisteringSpy(.success(.checkMail)), as: person)
            #expect(check.problems(of: try await screens.show("/register")) == [])
        }
        let fields = try await screens(RegisteringSpy(.success(.checkMail))).show("/register").fields
        #expect(fields.map(\.name) == ["name", "email", "password", "password_again"])
        #expect(fields[2].rules.map(\.name) == ["length", "personal", "common", "predictable"])
    }

    /// A program of one's own finds it out; the server knows it.
    @Test(.requirement("SANIT-07")) func whereNoneIsMadeNobodyIsAskedAnything() async throws {
        let check = ScreenCheck(places: ["/register"])
        for registration in [nil, RegisteringSpy(.failure(.closed))] {
            let contents = try await screens(registration).show("/register")
            #expect(check.problems(of: contents, saying: []) == [] && contents.standing == .unknown)
            #expect(contents.forms.isEmpty)
            let notices = contents.blocks.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
            #expect(notices.map(\.nextSteps) == [[.logIn]])
            #expect(notices.allSatisfy { $0.text.english.contains("closed registration") })
        }
    }

    @Test(.requirement("REG-37", "REG-38", "NAV-02", "D3"))
    func whoRegistersGoesOnByThePolicy() async throws {
        let check = ScreenCheck(places: ["/register"])
        for (outcome, place) in [
            (RegistrationOutcome.confirmation(person), ScreenRoute("/verify").place()), (.signedIn(person), .home),
        ] {
            let registration = RegisteringSpy(.success(outcome))
            guard
                case .signedIn(place, nil) = try await screens(registration).send(
                    "register", to: "/register", typed, secrets: passwords)
            else {
                Issue.record("\(outcome)")
                continue
            }
            let form = try #require(registration.forms.first)
            #expect(form.name == "Ana" && form.email == "ana@example.com")
            #expect(registration.starts == [.nobody], "whoever logs in meanwhile stays so")
            #expect(form.password.isEqual(to: Secret("four green tea pots")))
        }
        let shown: [(RegistrationOutcome, String)] = [
            (.logIn(person), "Your account is made"), (.checkMail, "Look into"),
        ]
        for (outcome, text) in shown {
            let screens = try screens(RegisteringSpy(.success(outcome)))
            guard
                case .show(let contents) = try await screens.send(
                    "register", to: "/register", typed, secrets: passwords)
            else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(check.problems(of: contents, saying: []) == [] && contents.title.english.hasPrefix(text))
        }
    }

    @Test(.requirement("SESS-21")) func whoHasLoggedInSinceTheFormWasShownStays() async throws {
        let registration = RegisteringSpy(.success(.signedIn(person)))
        let outcome = try await screens(registration, as: person).send(
            "register", to: "/register", typed, secrets: passwords)
        guard case .go = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(registration.forms.isEmpty)
    }

    @Test(.requirement("REG-36", "SANIT-07"))
    func allThatIsWrongIsSaidAtOnceAndNothingIsSent() async throws {
        let registration = RegisteringSpy(.success(.checkMail))
        let screens = try screens(registration, finding: [.emptyName, .invalidEmail, .weakPassword])
        let refusal = await #expect(throws: FormRefusal.self) {
            try await screens.send("register", to: "/register", secrets: ["password": Secret("x")])
        }
        #expect(refusal?.fields.map(\.pointer) == ["/name", "/email", "/password", "/password_again"])
        #expect(registration.forms.isEmpty)
    }

    @Test(.requirement("REG-39", "REG-40", "D18"))
    func whoHasAnAccountIsShownTheWayToIt() async throws {
        let screens = try screens(RegisteringSpy(.failure(.emailAlreadyInUse)))
        let error = await #expect(throws: RegistrationError.self) {
            try await screens.send("register", to: "/register", typed, secrets: passwords)
        }
        #expect(error?.nextSteps == [.recover, .logIn])
    }

    @Test(.requirement("NAV-03")) func strangersFindTheWay() throws {
        var host = PluginHost()
        let spy = RegisteringSpy(.success(.checkMail))
        try host.install(
            RegistrationScreensPlugin.self,
            .init(
                registration: Scoped(always: spy), validator: Scoped(always: RegistrationValidatingStub()),
                confirmation: nil))
        let plugins = try host.composed()
        #expect(plugins.values(of: ScreenNavigation.self).map(\.audience) == [.strangers])
        #expect(plugins.values(of: ScreenSteps.self).map(\.step) == [.register])
    }
}

extension ScreenContents {
    fileprivate var fields: [ScreenField] {
        guard case .column(let blocks) = body else { return [] }
        return blocks.flatMap { if case .form(let form) = $0 { form.fields } else { [ScreenField]() } }
    }
}

extension ScreenText {
    fileprivate var english: String { if case .words(let words) = self { words.english } else { "" } }
}
