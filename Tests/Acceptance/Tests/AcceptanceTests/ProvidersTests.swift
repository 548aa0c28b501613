import FoundationEssentials
import KernelTesting
import Testing

/// Signing in through somebody else, with a provider that isn't ours and a browser.
struct ProvidersTests {
    private struct Stage: Sendable {
        let folder: TemporaryFolder
        let provider: OpenIDProvider
        let server: Server

        init(
            _ program: OpenIDProvider.Program = .canaille, signing algorithm: String = "RS256", usesForms: Bool = false,
            clock: ShiftedClock? = nil
        ) async throws {
            folder = try TemporaryFolder()
            let port = Ports.next()
            provider = try await OpenIDProvider(
                for: "http://127.0.0.1:\(port)", program, signing: algorithm, usesForms: usesForms, clock: clock,
                in: folder)
            try await SeededData.shared.copy(to: folder.path(of: "data"))
            server = try await Server(data: folder.path(of: "data"), provider.settings, port: port, clock: clock)
        }
    }

    private static let theirs: [WalkStep] = [.open("/sign-in"), .follow("Log in with Office")]

    @Test(
        .requirement("EXT-03", "EXT-04", "EXT-06", "EXT-07", "NAV-04"), arguments: ["RS256", "ES256", "EdDSA"])
    func somebodyComesTheFirstTimeAndComesAgain(algorithm: String) async throws {
        let stage = try await Stage(signing: algorithm)
        try await Browser.walk(
            [
                .open("/publish"), .sees("Or come in another way"), .look("sign-in-with-providers"),
                .follow("Log in with Office"), .provider("leo", answering: "accept"),
                // It comes back to where it was.
                .isAt("/publish"), .open("/account"), .sees("Leo"), .follow("Ways into your account"),
                .sees("You have none."), .sees("It is the last way in, so it stays."), .lacks("Unlink"),
                .look("ways-in"), .open("/sign-out"), .press("Log out"),
            ] + Self.theirs + [.provider("leo", answering: "accept"), .isAt("/"), .open("/account"), .sees("Leo")],
            at: stage.server.address)
        #expect(Server.errors(of: stage.server.data) == [])
        await stage.provider.stops()
    }

    /// Nobody asks for a password that there isn't.
    @Test(.requirement("MFA-03", "D22", "EXT-07")) func whoHasNoPasswordProvesByTheProviderWhoTheyAre() async throws {
        let clock = try await ShiftedClock(), stage = try await Stage(clock: clock)
        let walker = try await Walker(BrowserUse(language: "en"), at: stage.server.address)
        try await walker.goes(Self.theirs + [.provider("leo", answering: "accept"), .open("/account/factors")])
        try clock.pass(seconds: 330)
        try await walker.goes([
            .press("Set up an authenticator"), .sees("log in once more to go on"), .look("log-in-once-more"),
            .follow("Log in with Office"), .provider("leo", answering: "accept"), .isAt("/account/factors.*"),
            .press("Set up an authenticator"), .unfold("Show the QR code"), .sees("Then type the six digits"),
            .open("/account/password"), .sees("Your account has no password, so there is none to change."),
        ])
        await walker.leaves()
        await stage.provider.stops()
    }

    @Test(.requirement("EXT-05", "EXT-10", "EXT-12"))
    func somebodyWithAnAccountLinksItAndUnlinksIt() async throws {
        let stage = try await Stage()
        try await Browser.walk(
            Self.theirs + [
                .provider("ana", answering: "accept"),
                // The provider says that the address is hers; that isn't enough.
                .sees("There is an account here that has ana@example.com, or had it until lately."),
                .look("log-in-to-link"),
                .type(Person.ana.email, into: "email"), .type(Person.ana.password, into: "secret-password"),
                .press("Log in"), .isAt("/account/ways-in/link"), .look("link"), .press("Link Office"),
                .isAt("/account/ways-in.done=linked"), .sees("It is linked."), .look("linked"),
                .open("/sign-out"), .press("Log out"),
            ] + Self.theirs + [
                .provider("ana", answering: "accept"), .open("/account/ways-in"), .sees("You have one."),
                .press("Unlink it"), .sees("It is unlinked."), .open("/sign-out"), .press("Log out"),
            ] + Self.theirs + [
                .provider("ana", answering: "accept"),
                .sees("There is an account here that has ana@example.com, or had it until lately."),
                .open("/account"), .isAt("/sign-in.*"),
            ], at: stage.server.address)
        await stage.provider.stops()
    }

    @Test(.requirement("EXT-08", "EXT-09", "EXT-13"), arguments: ["en", "es"])
    func whoDoesNotComeInIsToldWhyAndHasOtherWays(language: String) async throws {
        let stage = try await Stage(), isSpanish = language == "es"
        let other = WalkStep.sees(isSpanish ? "O entra de otra forma" : "Or come in another way")
        try await Browser.walk(
            [
                .open("/sign-in"), .go(to: "/sign-in/with/office.*"), .provider("leo", answering: "deny"),
                .sees(isSpanish ? "Lo dejaste en el proveedor." : "You stopped at the provider."), other,
                .look("provider-cancelled"),
                // An address that somebody else sent.
                .open("/sign-in/from/office?code=stolen&state=guessed"),
                .sees(isSpanish ? "Este intento de inicio de sesión ha terminado" : "This attempt to sign in is over"),
                other, .look("attempt-over"), .open("/account"), .isAt("/sign-in.*"),
            ], BrowserUse(language: language), at: stage.server.address)
        #expect(Server.errors(of: stage.server.data) == [])
        await stage.provider.stops()
    }

    /// As Apple does: browsers show no cookie by a form of another site.
    @Test(.requirement("EXT-02", "EXT-04", "EXT-07")) func somebodyComesBackByAForm() async throws {
        let stage = try await Stage(usesForms: true)
        try await Browser.walk(
            [
                .open("/publish"), .follow("Log in with Office"), .provider("leo", answering: "accept"),
                .isAt("/publish"), .open("/account"), .sees("Leo"),
            ], at: stage.server.address)
        #expect(Server.errors(of: stage.server.data) == [])
        await stage.provider.stops()
    }

    @Test(.requirement("EXT-11"), arguments: ["RS256", "ES256"])
    func whoLogsOutAtTheProviderIsLoggedOutHere(algorithm: String) async throws {
        let stage = try await Stage(signing: algorithm)
        let leo = try await Walker(at: stage.server.address), other = try await Walker(at: stage.server.address)
        try await leo.goes(
            Self.theirs + [.provider("leo", answering: "accept"), .isAt("/"), .open("/account"), .sees("Leo")])
        try await other.goes([
            .open("/sign-in"), .type(Person.ana.email, into: "email"),
            .type(Person.ana.password, into: "secret-password"), .press("Log in"), .isAt("/"),
        ])
        #expect(await stage.provider.logsOut("nobody") == "200")
        try await leo.goes([.open("/account"), .sees("Leo")])
        // They are over when the provider has its answer.
        #expect(await stage.provider.logsOut("leo") == "200")
        // What is open says so by itself.
        try await leo.goes([
            .shows("Your session here was ended."), .isAt("/sign-in.*"), .open("/account"), .isAt("/sign-in.*"),
        ])
        try await other.goes([.open("/account"), .sees("Ana")])
        let letter = try await Outbox(data: stage.server.data).message(
            to: "leo@example.com", containing: "Office says that you logged out there")
        #expect(letter.contains("Nothing else was changed."))
        // They come again as they like.
        try await leo.goes(Self.theirs + [.provider("leo", answering: "accept"), .open("/account"), .sees("Leo")])
        await leo.leaves()
        await other.leaves()
        #expect(Server.errors(of: stage.server.data) == [])
        await stage.provider.stops()
    }

    @Test(.requirement("EXT-08", "EXT-13")) func aProviderThatIsDownIsToldSo() async throws {
        let stage = try await Stage()
        await stage.provider.stops()
        try await Browser.walk(
            Self.theirs + [
                .sees("The provider can't be reached."), .sees("Or come in another way"), .look("provider-down"),
                .type(Person.ana.email, into: "email"), .type(Person.ana.password, into: "secret-password"),
                .press("Log in"), .isAt("/"),
            ], at: stage.server.address)
    }

    @Test(.requirement("EXT-05")) func anAddressThatIsNotProvedMakesNoAccount() async throws {
        let stage = try await Stage()
        try await Browser.walk(
            Self.theirs + [
                .provider("unproved", answering: "accept"),
                .sees("The provider doesn't say that the email address is yours."), .look("address-not-vouched"),
                .open("/account"), .isAt("/sign-in.*"),
            ], at: stage.server.address)
        await stage.provider.stops()
    }

    /// Two programs that nobody wrote for each other agree with the third: another one, in C, that names people
    /// otherwise to each server.
    @Test(.requirement("EXT-03", "EXT-05", "EXT-10", "EXT-11", "EXT-12"), arguments: ["RS256", "ES256"])
    func anotherProviderIsUnderstoodAsWell(algorithm: String) async throws {
        let stage = try await Stage(.glewlwyd, signing: algorithm)
        try await Browser.walk(
            [
                .open("/publish"), .follow("Log in with Office"), .glewlwyd("leo"), .isAt("/publish"),
                .open("/account"),
                .sees("Leo"), .open("/sign-out"), .press("Log out"),
            ] + Self.theirs + [
                .glewlwyd("leo"), .open("/account"), .sees("Leo"), .leaveGlewlwyd(stage.provider),
                .shows("Your session here was ended."), .isAt("/sign-in.*"), .open("/account"), .isAt("/sign-in.*"),
            ], at: stage.server.address)
        try await Browser.walk(
            Self.theirs + [
                .glewlwyd("ana"), .sees("There is an account here that has ana@example.com, or had it until lately."),
                .type(Person.ana.email, into: "email"), .type(Person.ana.password, into: "secret-password"),
                .press("Log in"), .isAt("/account/ways-in/link"), .press("Link Office"), .sees("It is linked."),
                .open("/account/ways-in"), .press("Unlink it"), .sees("It is unlinked."),
            ], at: stage.server.address)
        try await Browser.walk(
            Self.theirs + [.glewlwyd("unproved"), .sees("The provider doesn't say that the email address is yours.")],
            at: stage.server.address)
        #expect(Server.errors(of: stage.server.data) == [])
        await stage.provider.stops()
    }
}
