import FoundationEssentials
import KernelTesting
import PicturesTesting
import Testing

/// All that people do with the feed in a browser, from no account to logging out,
/// whatever their language and their browser.
@Suite(.timeLimit(.minutes(10)))
struct WholeJourneyTests {
    static let uses = [
        BrowserUse(), BrowserUse(language: "es"), BrowserUse(runsScripts: false),
        BrowserUse(language: "es", runsScripts: false),
    ]
    private static let keyboards = [
        BrowserUse(hasKeyboardOnly: true), BrowserUse(language: "es", runsScripts: false, hasKeyboardOnly: true),
    ]
    private let ben = Person.ben

    private func logIn(_ person: Person) -> [WalkStep] {
        [.type(person.email, into: "email"), .type(person.password, into: "secret-password"), .send("sign-in")]
    }

    @Test(
        .requirement(
            "REG-34", "VERIFY-07", "LOGIN-27", "PUBFEED-01", "COMM-01", "COMM-02", "IMG-40", "SESS-04", "NAV-02",
            "NAV-04", "L10N-01", "LOGOUT-01"),
        arguments: uses + keyboards)
    func everythingIsDoneByEverybody(use: BrowserUse) async throws {
        let stage = try await Stage(), home = stage.folder
        let file = home.path(of: "beach.jpg")
        try SamplePicture.phoneJPEG(width: 800, height: 600).write(to: URL(filePath: file))
        func says(_ english: String, _ spanish: String) -> WalkStep { .sees(use.language == "es" ? spanish : english) }
        let walker = try await Walker(use, at: stage.server.address)

        try await walker.goes([
            .open("/"), .pictures(3), .go(to: "/register"), .type(ben.name, into: "name"),
            .type(ben.email, into: "email"), .type(ben.password, into: "secret-password"),
            .type(ben.password, into: "secret-password_again"), .send("register"),
            says("A message with a link and a code went to", "Se envió a"), .look("journey-registered"),
        ])
        let link = try await Outbox(data: stage.server.data).newestLink(for: ben.email, to: "verify")
        try await walker.goes(
            [
                .open(String(link.dropFirst(stage.server.address.count))), .look("journey-confirm"),
                .type(ben.password, into: "secret-password"), .send("confirm"),
                says("Your address is confirmed", "Tu dirección está confirmada"), .look("journey-confirmed"),
                .go(to: "/"), .go(to: "/account"), .go(to: "/sign-out"), .send("sign-out"), .isAt("/"),
                .go(to: "/sign-in"),
            ] + logIn(ben) + [
                .isAt("/"), .pictures(3), .go(to: "/p/.*"), .isAt("/p/.*"), .pictures(1),
                .type("¡Qué luz!", into: "message"), .send("comment"), .isAt("/p/[^/]*"), .sees("¡Qué luz!"),
                .go(to: "/publish"), .file(file, in: "picture"), .type("A beach", into: "description"),
                .send("publish"), .isAt("/p/[0-9a-f-]+.*"), .pictures(1), .sees("A beach"), .go(to: "/p/.*/delete"),
            ]
                // With scripts it is held for a while, and can be called back; without there is a question.
                + (use.runsScripts
                    ? [] : [says("Delete this picture?", "¿Borrar esta imagen?"), .send("delete-picture")])
                + [.isAt("/"), .lacks("A beach")])
        let another = try await stage.token(of: ben)
        try await walker.goes([
            .go(to: "/account"), .go(to: "/account/devices"), .look("journey-devices"),
            .unfold(use.language == "es" ? "Mostrar dispositivos" : "Show devices"), .send("end"),
            says("This is over now.", "Esto ha terminado."), .look("journey-device-ended"), .go(to: "/account"),
            .go(to: "/sign-out"), .send("sign-out"), .isAt("/"), says("Log in", "Iniciar sesión"),
        ])
        #expect(try await stage.server.ask("GET", "/auth/me", token: another)?.status == 401)
        await walker.leaves()
    }

    @Test(.requirement("LOGIN-29", "NAV-05", "L10N-01"), arguments: uses)
    func whoForgetsAPasswordIsToldHowLongToWaitAndHowToGoOn(use: BrowserUse) async throws {
        // A busy machine takes minutes for this. What a browser works out by a script is asked for after three of them.
        let patient = ["--lockout.window", "4h"]
        let stage = try await Stage(use.runsScripts ? patient : patient + ["--lockout.captcha-after", "0"])
        let walker = try await Walker(use, at: stage.server.address)
        try await walker.goes([.open("/sign-in")])
        var tries = 0, shown = ""
        // The work of one may be over before it is done: another one takes its place.
        while tries < 12, !shown.contains(" min") {
            tries += 1
            shown = try await walker.goes([
                .type(Person.ana.email, into: "email"), .type("wrong \(tries)", into: "secret-password"),
                .send("sign-in"), .holds(Person.ana.email, in: "email"), .tell("page"),
            ]).joined()
        }
        #expect(tries >= 5, "\(shown)")
        let forgotten = use.language == "es" ? "¿Olvidaste tu contraseña?" : "Forgot your password?"
        try await walker.goes([
            .sees(" min"), .look("journey-locked"), .press(forgotten), .holds(Person.ana.email, in: "email"),
            .send("recover"), .look("journey-recovery"),
        ])
        await walker.leaves()
        _ = try await Outbox(data: stage.server.data).newestLink(for: Person.ana.email, to: "reset")
    }

    @Test(.requirement("PUBFEED-02", "NAV-04"), arguments: uses + keyboards)
    func aPictureForPeopleHasStrangersLogInAndComeBack(use: BrowserUse) async throws {
        let stage = try await Stage()
        let all = try await stage.server.ask("GET", "/feed?limit=100", token: try await stage.token())
        let items = all?.json?["items"]?.items ?? []
        let restricted = try #require(items.first { $0["visibility"]?.text == "members" }?["id"]?.text)
        try await Browser.walk(
            [.open("/p/" + restricted), .isAt("/sign-in.*")] + logIn(.ana) + [.isAt("/p/" + restricted), .pictures(1)],
            use, at: stage.server.address)
    }

    /// Screens join by being linked.
    @Test(.requirement("L10N-01", "NAV-02", "THEME-01"), arguments: ["en", "es"])
    func everyScreenIsFitForEverybody(language: String) async throws {
        let stage = try await Stage(), use = BrowserUse(language: language)
        let walker = try await Walker(use, at: stage.server.address)
        let ofStrangers = try await walker.goes([.explore("/")])
        #expect(ofStrangers.count >= 8, "\(ofStrangers)")
        let ofPeople = try await walker.goes(
            [.open("/sign-in")] + logIn(.ana) + [
                .go(to: "/p/.*"), .type("hello", into: "message"), .send("comment"), .explore("/"),
            ])
        #expect(ofPeople.count >= 11, "\(ofPeople)")
        await walker.leaves()
    }
}
