import ConsoleAPI
import ConsoleTesting
import CoreModels
import KernelTesting
import Localization
import LoginAPI
import PluginKit
import Presenting
import RegistrationAPI
import RegistrationPresentation
import RegistrationTesting
import SessionsTesting
import Testing

struct RegisterCommandTests {
    private static let ada = User.sample(name: "Ada Lovelace")
    private let words = ["register", "--name", "Ada", "--email", "ada@example.com", "--password-stdin"]

    private func runner(
        _ registration: any Registering, validator: RegistrationValidatingStub = RegistrationValidatingStub(),
        person: User? = nil,
        offering steps: [NextStep: String] = [.logIn: "essential login", .verify: "essential verify CODE"]
    ) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(
            RegistrationPresentationPlugin.self,
            .init(registration: registration, validator: validator, person: { person }))
        return CommandRunner(try host.composed(), offering: steps)
    }

    private struct Answer: Decodable {
        let user: User?
        let next: String
    }

    @Test(.requirement("L10N-01")) func isDeclaredWithoutAMistake() throws {
        try runner(RegisteringSpy(.success(.checkMail))).expectWellFormed()
    }

    // MARK: Where no accounts are made

    @Test(
        .requirement("SANIT-07", "L10N-01"), arguments: [("en", "closed registration"), ("es", "cerrado el registro")])
    func whereNoneIsMadeNobodyIsAskedAnything(language: String, words: String) async throws {
        let registration = RegisteringSpy(.failure(.closed)), terminal = TerminalSpy(answers: [.text("Ada")])
        let run = try await runner(registration).run("register", "--language", language, on: terminal)
        #expect(run.exit == .failure && terminal.questions.isEmpty && registration.forms.isEmpty)
        #expect([words, "essential login", "essential register --invitation"].allSatisfy(run.errors.contains))
        let json = try await runner(registration).run(
            self.words + ["--json"], on: TerminalSpy(input: ["hunter2 hunter2"]))
        #expect(try json.failureCode() == "registration_closed")
    }

    /// Whoever logs in meanwhile, in another terminal, stays so.
    @Test(.requirement("SESS-21"), arguments: [true, false])
    func saysWhoWasLoggedInAtTheBeginning(isSomebodyThere: Bool) async throws {
        let registration = RegisteringSpy(.success(.signedIn(Self.ada)))
        let before = isSomebodyThere ? User.sample(name: "Bob") : nil
        let terminal = TerminalSpy(
            answers: (isSomebodyThere ? [.text("y")] : []) + [.text("hunter2 hunter2"), .text("hunter2 hunter2")])
        let run = try await runner(registration, person: before).run(
            "register", "--name", "Ada", "--email", "ada@example.com", on: terminal)
        #expect(run.exit == .success && registration.starts == [SessionBeginning.Start(with: before)])
    }

    // MARK: Questions

    @Test(
        .requirement("REG-01"),
        arguments: [
            ("en", ["Name", "Email", "Password (8 characters or more)", "Password again"]),
            ("es", ["Nombre", "Correo", "Contraseña (8 caracteres o más)", "Repite la contraseña"]),
        ]) func asksForWhatIsLeftOutAndForThePasswordTwice(language: String, questions: [String]) async throws
    {
        let registration = RegisteringSpy(.success(.signedIn(Self.ada)))
        let terminal = TerminalSpy(
            answers: [.text("Ada"), .text("ada@example.com"), .text("hunter2 hunter2"), .text("hunter2 hunter2")])
        let run = try await runner(registration).run("register", "--language", language, on: terminal)
        #expect(run.exit == .success)
        #expect(terminal.questions.map(\.text) == questions)
        #expect(terminal.questions.map(\.isSecret) == [false, false, true, true])
        let form = try #require(registration.forms.first)
        #expect(form.name == "Ada" && form.email == "ada@example.com")
        #expect(form.password.isEqual(to: Secret("hunter2 hunter2")))
    }

    @Test(.requirement("REG-07", "REG-36", "REG-06")) func eachFieldIsAskedForUntilItWillDo() async throws {
        let registration = RegisteringSpy(.success(.signedIn(Self.ada)))
        let validator = RegistrationValidatingStub { form in
            [
                form.name == "?" ? .invalidName : nil, form.email.contains("@") ? nil : .invalidEmail,
                form.password.isEqual(to: Secret("short")) && form.email == "ada@example.com" ? .weakPassword : nil,
            ].compactMap(\.self)
        }
        let terminal = TerminalSpy(
            answers: ["?", "Ada", "ada", "ada@example.com", "short", "hunter2 hunter2", "hunter2 hunter2"].map {
                .text($0)
            })
        let run = try await runner(registration, validator: validator).run("register", on: terminal)
        #expect(run.exit == .success && registration.forms.map(\.name) == ["Ada"])
        #expect(
            terminal.questions.map(\.text) == [
                "Name", "Name", "Email", "Email", "Password (8 characters or more)", "Password (8 characters or more)",
                "Password again",
            ])
        for problem in [InvalidField.invalidName, .invalidEmail, .weakPassword] {
            #expect(run.errors.contains(problem.text.english))
        }
    }

    @Test(.requirement("REG-07")) func whatTheServerAloneKnowsIsAskedForAgain() async throws {
        let leaked = InvalidField.refused(.password, reason: "This password leaked.")
        let registration = RegisteringSpy([.failure(.invalidData([leaked])), .success(.signedIn(Self.ada))])
        let terminal = TerminalSpy(
            answers: [
                "Ada", "ada@example.com", "hunter2 hunter2", "hunter2 hunter2", "hunter3 hunter3", "hunter3 hunter3",
            ].map { .text($0) })
        let run = try await runner(registration).run("register", on: terminal)
        #expect(run.exit == .success && run.errors.contains("This password leaked."))
        #expect(registration.forms.map(\.name) == ["Ada", "Ada"])
        #expect(registration.forms.last?.password.isEqual(to: Secret("hunter3 hunter3")) == true)
        // Who gave it in another way than by typing isn't asked.
        let script = try await runner(RegisteringSpy(.failure(.invalidData([leaked])))).run(
            words, on: TerminalSpy(input: ["hunter2 hunter2"]))
        #expect(script.exit == .usage && script.errors.contains("This password leaked."))
    }

    @Test func whoIsLoggedInIsToldAndAskedBeforeAnotherAccountTakesTheirPlace() async throws {
        let registration = RegisteringSpy(.success(.signedIn(Self.ada)))
        let runner = try runner(registration, person: .sample(name: "Anita"))
        let stays = TerminalSpy(answers: [.text("n")])
        let run = await runner.run("register", on: stays)
        #expect(run.exit == .success && run.errors.contains("You are logged in already, as Anita"))
        #expect(run.output.contains("Nothing was changed.") && stays.questions.count == 1)
        #expect(await runner.run("register", on: TerminalSpy(answers: [])).output.contains("Nothing was changed."))
        #expect(registration.forms.isEmpty)
        let goesOn = TerminalSpy(
            answers: ["y", "Ada", "ada@example.com", "hunter2 hunter2", "hunter2 hunter2"].map { .text($0) })
        #expect(await runner.run("register", on: goesOn).exit == .success && registration.forms.count == 1)
        let script = await runner.run(words, on: TerminalSpy(input: ["hunter2 hunter2"]))
        #expect(script.exit == .success && registration.forms.count == 2, "a script is asked nothing")
    }

    @Test(.requirement("REG-08")) func nobodyTypesAPasswordForAnAddressThatIsNone() async throws {
        let registration = RegisteringSpy(.success(.checkMail))
        let validator = RegistrationValidatingStub { form in form.email.contains("@") ? [] : [.invalidEmail] }
        let terminal = TerminalSpy(answers: [.text("hunter2 hunter2"), .text("hunter2 hunter2")])
        let run = try await runner(registration, validator: validator).run(
            "register", "--name", "Ada", "--email", "ada", on: terminal)
        #expect(run.exit == .usage && run.errors.contains(InvalidField.invalidEmail.text.english))
        #expect(terminal.questions.isEmpty && registration.forms.isEmpty)
    }

    @Test func passwordsThatDifferAreNotSent() async throws {
        let registration = RegisteringSpy(.success(.checkMail))
        let terminal = TerminalSpy(
            answers: [.text("Ada"), .text("ada@example.com"), .text("hunter2 hunter2"), .text("hunter2 hunter3")])
        let run = try await runner(registration).run("register", "--json", on: terminal)
        #expect(try run.failureCode() == "passwords_differ")
        #expect(run.exit != .success)
        #expect(registration.forms.isEmpty)
    }

    @Test func scriptsAreAskedNothing() async throws {
        let registration = RegisteringSpy(.success(.signedIn(Self.ada)))
        let terminal = TerminalSpy(input: ["hunter2 hunter2", "of another program"])
        let run = try await runner(registration).run(words + ["--json"], on: terminal)
        #expect(run.exit == .success)
        #expect(try run.json(Answer.self).user == Self.ada)
        #expect(terminal.questions.isEmpty)
        #expect(registration.forms.first?.password.isEqual(to: Secret("hunter2 hunter2")) == true)
    }

    @Test(arguments: [["--password", "hunter2"], ["--password=hunter2"], ["hunter2"]])
    func aPasswordIsNeverAnArgument(extra: [String]) async throws {
        let registration = RegisteringSpy(.success(.checkMail))
        let run = try await runner(registration).run(["register", "--name", "Ada", "--email", "a@b.de"] + extra)
        #expect(run.exit == .usage)
        #expect(registration.forms.isEmpty)
    }

    @Test(
        .requirement("REG-12"),
        arguments: [
            Result<RegistrationOutcome, RegistrationError>.success(.confirmation(ada)), .success(.checkMail),
            .failure(.emailAlreadyInUse), .failure(.invalidData([.weakPassword])), .failure(.unknown),
        ])
    func thePasswordNeverShows(result: Result<RegistrationOutcome, RegistrationError>) async throws {
        for extra in [[], ["--json"]] {
            let run = try await runner(RegisteringSpy(result)).run(words + extra, on: TerminalSpy(input: ["hunter2"]))
            #expect(!run.output.contains("hunter2") && !run.errors.contains("hunter2"))
        }
    }

    @Test func withNobodyToAskItSaysHowToGoOn() async throws {
        let registration = RegisteringSpy(.success(.checkMail))
        let run = try await runner(registration).run("register", "--name", "Ada", "--email", "ada@example.com")
        #expect(run.exit == .usage)
        #expect(run.errors.contains("--password-stdin"))
        #expect(registration.forms.isEmpty)
    }

    // MARK: Success

    @Test(
        .requirement("REG-13", "REG-15", "REG-18"),
        arguments: [
            (RegistrationOutcome.confirmation(ada), "confirmation", "essential verify", "essential verify"),
            (.signedIn(ada), "signed_in", "you are logged in", "has iniciado sesión"),
            (.logIn(ada), "login", "essential login", "essential login"),
            (.checkMail, "check_mail", "Look into the mail of ada@example.com", "Mira el correo de ada@example.com"),
        ])
    func saysWhereToGoNext(
        outcome: RegistrationOutcome, next: String, english: String, spanish: String
    ) async throws {
        let runner = try runner(RegisteringSpy(.success(outcome)))
        let json = await runner.run(words + ["--json"], on: TerminalSpy(input: ["x"]))
        #expect(json.exit == .success)
        let answer = try json.json(Answer.self)
        #expect(answer.next == next)
        #expect(answer.user == (outcome == .checkMail ? nil : Self.ada))
        for (language, text) in [("en", english), ("es", spanish)] {
            let run = await runner.run(words + ["--language", language], on: TerminalSpy(input: ["x"]))
            #expect(run.exit == .success)
            #expect(run.output.contains(text))
            #expect(run.errors.isEmpty)
        }
    }

    @Test(.requirement("REG-14", "VERIFY-05"), arguments: ["en", "es"])
    func whoeverGotAMessageIsTold(language: String) async throws {
        for outcome in [RegistrationOutcome.confirmation(Self.ada), .signedIn(Self.ada), .logIn(Self.ada)] {
            let run = try await runner(RegisteringSpy(.success(outcome))).run(
                words + ["--language", language], on: TerminalSpy(input: ["x"]))
            #expect(run.output.contains("essential verify") && run.output.contains(Self.ada.email.description))
        }
    }

    // MARK: Failure

    @Test(
        .requirement("REG-19", "REG-33"),
        arguments: [
            (RegistrationError.emailAlreadyInUse, ConsoleAPI.ExitStatus.failure, "email_already_in_use"),
            (.invalidData([.emptyName]), .usage, "invalid_data"),
            (.connectivity(LocalizedText(en: "off", es: "sin red")), .noConnectivity, "no_connectivity"),
            (
                .impossible(Obstacle(code: "insecure_address", LocalizedText(en: "Locked.", es: "Cerrada."))), .failure,
                "insecure_address"
            ),
            (.abuseDetected(retryAfter: .seconds(90)), .failure, "abuse_detected"),
            (.replayDetected, .failure, "replay_detected"),
            (
                .tokenStorageFailed(Obstacle(code: "no_space", LocalizedText(en: "full", es: "lleno"))), .failure,
                "token_storage_failed"
            ),
            (.unknown, .failure, "server_error"), (.cancelled, .interrupted, "cancelled"),
        ])
    func eachFailureHasItsStatusCodeAndWords(
        error: RegistrationError, exit: ConsoleAPI.ExitStatus, code: String
    ) async throws {
        let runner = try runner(RegisteringSpy(.failure(error)))
        let json = await runner.run(words + ["--json"], on: TerminalSpy(input: ["x"]))
        #expect(json.exit == exit)
        #expect(json.output.isEmpty)
        #expect(try json.failureCode() == code)
        for (language, text) in [("en", error.text.english), ("es", error.text.spanish)] {
            let run = await runner.run(words + ["--language", language], on: TerminalSpy(input: ["x"]))
            #expect(run.exit == exit)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains(text))
        }
    }

    @Test(.requirement("REG-06", "REG-07")) func namesEveryFieldThatCannotBeAccepted() async throws {
        let problems: [InvalidField] = [.emptyName, .invalidEmail, .weakPassword]
        let run = try await runner(RegisteringSpy(.failure(.invalidData(problems)))).run(
            words, on: TerminalSpy(input: ["x"]))
        for problem in problems { #expect(run.errors.contains(problem.text.english)) }
    }

    @Test(.requirement("REG-17"), arguments: [false, true])
    func anAddressInUsePointsToTheLoginAndToRecoveryWhereThereIsOne(offersRecovery: Bool) async throws {
        for language in ["en", "es"] {
            var steps = [NextStep.logIn: "essential login"]
            if offersRecovery { steps[.recover] = "essential recover" }
            let run = try await runner(RegisteringSpy(.failure(.emailAlreadyInUse)), offering: steps)
                .run(words + ["--language", language], on: TerminalSpy(input: ["x"]))
            #expect(run.errors.contains("essential login"))
            #expect(run.errors.contains("essential recover") == offersRecovery)
        }
    }

    @Test func whatAServerSaysCannotForgeOutput() async throws {
        let error = RegistrationError.invalidData([.refused(.name, reason: "\u{1B}[2J\u{7}no")])
        let run = try await runner(RegisteringSpy(.failure(error))).run(words, on: TerminalSpy(input: ["x"]))
        #expect(run.errors.contains("no"))
        #expect(!run.errors.contains("\u{1B}") && !run.errors.contains("\u{7}"))
    }
}
