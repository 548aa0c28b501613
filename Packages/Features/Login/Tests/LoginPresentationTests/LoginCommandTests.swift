import CaptchaAPI
import CaptchaTesting
import ConsoleAPI
import ConsoleTesting
import CoreModels
import KernelTesting
import Localization
import LoginAPI
import LoginPresentation
import LoginPresentationAPI
import LoginTesting
import PluginKit
import Presenting
import SessionsTesting
import Testing

struct LoginCommandTests {
    let user = User.sample(name: "Ada Lovelace", isVerified: true)

    func runner(
        _ login: any LoggingIn, captcha: any CaptchaSolving = CaptchaSolvingSpy(), ways: [LoginWay] = [],
        person: User? = nil,
        offering steps: [NextStep: String] = [.verify: "essential verify CODE"]
    ) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(
            LoginPresentationPlugin.self,
            .init(
                login: login, logout: LoggingOutStub(.success(.ended)), captcha: captcha, ways: ways,
                person: { person }))
        return CommandRunner(try host.composed(), offering: steps)
    }

    struct Answer: Decodable {
        let user: User
    }

    @Test(.requirement("L10N-01")) func isDeclaredWithoutAMistake() throws {
        try runner(LoggingInSpy(.success(user))).expectWellFormed()
    }

    @Test(.requirement("DATA-04")) func whatALoginTookBackIsSaid() async throws {
        let login = LoggingInSpy(.success(user), keepingAccounts: true)
        let command = ["login", "--email", "ada@example.com", "--password-stdin"]
        let run = try await runner(login).run(command, on: TerminalSpy(input: ["secret"]))
        #expect(run.exit == .success && run.output.contains("Your account was to be deleted."))
        let json = try await runner(login).run(command + ["--json"], on: TerminalSpy(input: ["secret"]))
        #expect(json.output.contains("\"account_kept\":true"))
        let usual = try await runner(LoggingInSpy(.success(user))).run(
            command + ["--json"], on: TerminalSpy(input: ["secret"]))
        #expect(!usual.output.contains("account_kept"))
    }

    @Test(.requirement("PASSKEY-03")) func anotherWayInAsksForNothing() async throws {
        let words = LocalizedText(en: "By another way", es: "De otra forma"), other = User.sample(name: "Bob")
        let way = LoginWay("other-way", summary: words, example: words) { _, _ throws(CommandFailure) in other }
        let login = LoggingInSpy(.success(user)), runner = try runner(login, ways: [way])
        runner.expectWellFormed()
        let run = await runner.run("login", "--other-way")
        #expect(run.exit == .success && run.output.contains("Welcome, Bob.") && login.attempts.isEmpty)
        #expect(await runner.run("login", "--help").output.contains("essential login --other-way"))
    }

    @Test(.requirement("PASSKEY-03")) func anotherWayInDoesNotReplaceAnybodyUnasked() async throws {
        let words = LocalizedText(en: "By another way", es: "De otra forma"), other = User.sample(name: "Bob")
        let way = LoginWay("other-way", summary: words, example: words) { _, _ throws(CommandFailure) in other }
        let runner = try runner(LoggingInSpy(.success(user)), ways: [way], person: user)
        let stays = await runner.run("login", "--other-way", on: TerminalSpy(answers: [.text("n")]))
        #expect(stays.errors.contains("You are logged in already") && stays.output.contains("Nothing was changed."))
        let goesOn = await runner.run("login", "--other-way", on: TerminalSpy(answers: [.text("y")]))
        #expect(goesOn.output.contains("Welcome, Bob."))
    }

    @Test(
        .requirement("PASSKEY-03"),
        arguments: [
            ["--email", "ada@example.com"], ["--password-stdin"], ["--code", "123456"], ["--captcha", "x"],
            ["--lost-factor"], ["--yes"], ["--third-way"], ["--email", "ada@example.com", "--code", "123456"],
        ]) func nothingIsPassedOverBesideAnotherWayIn(others: [String]) async throws
    {
        let words = LocalizedText(en: "By another way", es: "De otra forma")
        let way = LoginWay("other-way", summary: words, example: words) { _, _ throws(CommandFailure) in
            throw CommandFailure(code: "begun", message: words)
        }
        let third = LoginWay("third-way", summary: words, example: words) { _, _ throws(CommandFailure) in
            throw CommandFailure(code: "begun", message: words)
        }
        let run = try await runner(LoggingInSpy(.success(user)), ways: [way, third]).run(
            ["login", "--other-way"] + others)
        #expect(run.exit == .usage)
        for option in others where option.hasPrefix("--") { #expect(run.errors.contains(option)) }
    }

    @Test(.requirement("PASSKEY-03", "EXT-01")) func whoHasNoPasswordIsToldOfTheBrowser() async throws {
        let steps: [NextStep: String] = [.logInByBrowser: "essential login --browser"]
        let login = LoggingInSpy(.failure(.invalidCredentials())), terminal = TerminalSpy(input: ["hunter2"])
        let run = try await runner(login, offering: steps).run(
            "login", "--email", "ada@example.com", "--password-stdin", on: terminal)
        #expect(run.exit == .notLoggedIn && run.errors.contains("essential login --browser"))
    }

    @Test(.requirement("LOGIN-01")) func nobodyTypesAPasswordForAnAddressThatIsNone() async throws {
        let login = LoggingInSpy(.success(user)), terminal = TerminalSpy(answers: [.text("hunter2")])
        let run = try await runner(login).run("login", "--email", "no address", on: terminal)
        #expect(run.exit == .usage && run.errors.contains(LoginError.invalidEmail.text.english))
        #expect(terminal.questions.isEmpty && login.attempts.isEmpty)
    }

    // MARK: CAPTCHA

    private let challenge = CaptchaChallenge("proof-of-work.16.1.id.code")

    @Test(.requirement("LOGIN-24", "CAPTCHA-02", "CAPTCHA-03")) func whatTheServerAsksIsAnsweredAndShown() async throws
    {
        let login = LoggingInSpy(.failure(.captchaRequired(challenge)), .success(user))
        let captcha = CaptchaSolvingSpy(.success(Secret("solved")))
        let terminal = TerminalSpy(input: ["hunter2"])
        let run = try await runner(login, captcha: captcha).run(
            "login", "--email", "ada@example.com", "--password-stdin", on: terminal)
        #expect(run.exit == .success)
        #expect(captcha.challenges == [challenge])
        #expect(login.attempts.map { $0.captcha == nil } == [true, false])
        #expect(login.attempts.last?.captcha?.isEqual(to: Secret("solved")) == true)
        #expect(login.attempts.last?.password.isEqual(to: Secret("hunter2")) == true)
        #expect(!terminal.progressEvents.isEmpty, "and what takes a while is shown")
    }

    @Test func anAnswerFromElsewhereCanBeGiven() async throws {
        let login = LoggingInSpy(.success(user))
        let terminal = TerminalSpy(input: ["hunter2"])
        let run = try await runner(login).run(
            "login", "--email", "ada@example.com", "--password-stdin", "--captcha", "from a browser", on: terminal)
        #expect(run.exit == .success)
        #expect(login.attempts.first?.captcha?.isEqual(to: Secret("from a browser")) == true)
    }

    @Test func aServerThatAsksAgainAndAgainIsGivenUp() async throws {
        let login = LoggingInSpy(.failure(.captchaRequired(challenge)))
        let captcha = CaptchaSolvingSpy()
        let run = try await runner(login, captcha: captcha).run(
            "login", "--email", "ada@example.com", "--password-stdin", "--json", on: TerminalSpy(input: ["hunter2"]))
        #expect(run.exit == .notLoggedIn)
        #expect(captcha.challenges.count == 3)
    }

    @Test(arguments: [
        (CaptchaError.cancelled, ConsoleAPI.ExitStatus.interrupted), (.unsupported(kind: "hcaptcha"), .notLoggedIn),
        (.tooHard, .notLoggedIn), (.malformed, .notLoggedIn),
    ]) func whatCannotBeAnsweredEndsTheLogin(error: CaptchaError, exit: ConsoleAPI.ExitStatus) async throws {
        let login = LoggingInSpy(.failure(.captchaRequired(challenge)))
        let run = try await runner(login, captcha: CaptchaSolvingSpy(.failure(error))).run(
            "login", "--email", "ada@example.com", "--password-stdin", on: TerminalSpy(input: ["hunter2"]))
        #expect(run.exit == exit)
        #expect(login.attempts.count == 1)
    }

    // MARK: Questions

    @Test(
        .requirement("LOGIN-01"),
        arguments: [
            ("en", "Email", "Password"), ("es", "Correo", "Contraseña"),
        ])
    func asksForAddressAndPassword(language: String, email: String, password: String) async throws {
        let login = LoggingInSpy(.success(user))
        let terminal = TerminalSpy(answers: [.text("ada@example.com"), .text("hunter2")])
        let run = try await runner(login).run("login", "--language", language, on: terminal)
        #expect(run.exit == .success)
        #expect(
            terminal.questions == [.init(text: email, isSecret: false), .init(text: password, isSecret: true)])
        #expect(login.attempts.map(\.email) == ["ada@example.com"])
        #expect(login.attempts.first?.password.isEqual(to: Secret("hunter2")) == true)
    }

    @Test(.requirement("LOGIN-02", "LOGIN-03")) func eachFieldIsAskedForUntilItWillDo() async throws {
        let login = LoggingInSpy(.success(user))
        let terminal = TerminalSpy(answers: [.text("ada"), .text("ada@example.com"), .text(""), .text("hunter2")])
        let run = try await runner(login).run("login", on: terminal)
        #expect(run.exit == .success && login.attempts.count == 1)
        #expect(terminal.questions.map(\.text) == ["Email", "Email", "Password", "Password"])
        #expect(run.errors.contains("name@example.com") && run.errors.contains("Type your password."))
    }

    @Test(arguments: [
        ("en", "You are logged in already, as Ada Lovelace <ada@example.com>.", "Nothing was changed."),
        ("es", "Ya has iniciado sesión, como Ada Lovelace <ada@example.com>.", "No se cambió nada."),
    ]) func whoIsLoggedInAlreadyIsToldAndAsked(language: String, told: String, unchanged: String) async throws {
        let login = LoggingInSpy(.success(user))
        let runner = try runner(login, person: user), words = ["login", "--language", language]
        let stays = await runner.run(words, on: TerminalSpy(answers: [.text("n")]))
        #expect(stays.exit == .success && stays.errors.contains(told) && stays.output.contains(unchanged))
        #expect(await runner.run(words, on: TerminalSpy(answers: [])).output.contains(unchanged), "Ctrl-D")
        #expect(login.attempts.isEmpty)
        let goesOn = await runner.run(
            words, on: TerminalSpy(answers: [.text("y"), .text("ada@example.com"), .text("hunter2")]))
        #expect(goesOn.exit == .success && login.attempts.count == 1)
        let script = await runner.run(
            words + ["--email", "ada@example.com", "--password-stdin"], on: TerminalSpy(input: ["hunter2"]))
        #expect(script.exit == .success && login.attempts.count == 2, "a script is asked nothing")
    }

    @Test func scriptsAreAskedNothing() async throws {
        let login = LoggingInSpy(.success(user))
        let terminal = TerminalSpy(input: ["hunter2", "of another program"])
        let run = try await runner(login).run(
            "login", "--email", "ada@example.com", "--password-stdin", "--json", on: terminal)
        #expect(run.exit == .success)
        #expect(try run.json(Answer.self).user == user)
        #expect(terminal.questions.isEmpty)
        #expect(login.attempts.first?.password.isEqual(to: Secret("hunter2")) == true)
    }

    @Test(arguments: [["--password", "hunter2"], ["--password=hunter2"], ["hunter2"]])
    func aPasswordIsNeverAnArgument(words: [String]) async throws {
        let login = LoggingInSpy(.success(user))
        let run = try await runner(login).run(["login", "--email", "ada@example.com"] + words)
        #expect(run.exit == .usage)
        #expect(login.attempts.isEmpty)
    }

    @Test(
        .requirement("LOGIN-25"),
        arguments: [Result<User, LoginError>.success(.sample()), .failure(.invalidCredentials()), .failure(.server)])
    func thePasswordNeverShows(result: Result<User, LoginError>) async throws {
        for extra in [[], ["--json"]] {
            let terminal = TerminalSpy(answers: [.text("ada@example.com"), .text("hunter2")])
            let run = try await runner(LoggingInSpy(result)).run(["login"] + extra, on: terminal)
            #expect(!run.output.contains("hunter2") && !run.errors.contains("hunter2"))
        }
    }

    @Test func withNobodyToAskItSaysHowToGoOn() async throws {
        let login = LoggingInSpy(.success(user))
        let run = try await runner(login).run("login")
        #expect(run.exit == .usage)
        #expect(run.errors.contains("Add --email EMAIL"))
        let second = try await runner(login).run("login", "--email", "ana@example.com")
        #expect(second.exit == .usage && second.errors.contains("Add --password-stdin"))
        #expect(login.attempts.isEmpty)
    }

    @Test func anInterruptedQuestionLogsNobodyIn() async throws {
        let login = LoggingInSpy(.success(user))
        let terminal = TerminalSpy(answers: [.text("ada@example.com"), .failure(.interrupted)])
        #expect(try await runner(login).run("login", on: terminal).exit == .interrupted)
        #expect(login.attempts.isEmpty)
    }

    // MARK: Success

    @Test(
        .requirement("LOGIN-07"),
        arguments: [("en", "Welcome, Ada Lovelace."), ("es", "Hola, Ada Lovelace.")])
    func greetsWhoeverLoggedIn(language: String, greeting: String) async throws {
        let terminal = TerminalSpy(input: ["x"])
        let run = try await runner(LoggingInSpy(.success(user)))
            .run("login", "--email", "ada@example.com", "--password-stdin", "--language", language, on: terminal)
        #expect(run.output.hasPrefix(greeting))
        #expect(run.errors.isEmpty)
        #expect(!run.output.contains("essential verify"), "the address is confirmed")
    }

    @Test(.requirement("VERIFY-05"), arguments: ["en", "es"])
    func remindsOfAnAddressThatIsNotConfirmed(language: String) async throws {
        let run = try await runner(LoggingInSpy(.success(.sample(isVerified: false)))).run(
            "login", "--email", "ada@example.com", "--password-stdin", "--language", language,
            on: TerminalSpy(input: ["x"]))
        #expect(run.exit == .success)
        #expect(run.output.contains("essential verify"))
    }

    @Test func aNameCannotForgeOutput() async throws {
        let run = try await runner(LoggingInSpy(.success(.sample(name: "Eve\u{1B}[2J\nroot", isVerified: true))))
            .run("login", "--email", "ada@example.com", "--password-stdin", on: TerminalSpy(input: ["x"]))
        #expect(!run.output.contains("\u{1B}"))
        #expect(run.output.split(separator: "\n").count == 1)
    }

    // MARK: Failure
}
