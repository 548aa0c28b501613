import AccountVerificationAPI
import AccountVerificationPresentation
import AccountVerificationTesting
import ConsoleAPI
import ConsoleTesting
import CoreModels
import KernelTesting
import Localization
import PluginKit
import Presenting
import SessionsTesting
import Testing

struct VerifyCommandTests {
    private let user = User.sample(isVerified: true)

    private func runner(_ spy: AddressConfirmingSpy) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(AccountVerificationPresentationPlugin.self, .init(confirmation: spy))
        return CommandRunner(try host.composed(), offering: [.logIn: "essential login"])
    }

    private struct Answer: Decodable { let user: User }

    @Test func isDeclaredWithoutAMistake() throws {
        try runner(AddressConfirmingSpy()).expectWellFormed()
    }

    @Test(.requirement("VERIFY-02", "VERIFY-09"), arguments: [("en", "is confirmed"), ("es", "está confirmada")])
    func confirmsWithTheCodeThatIsGiven(language: String, text: String) async throws {
        let spy = AddressConfirmingSpy(confirmation: .success(user))
        let run = try await runner(spy).run("verify", "12345678", "--language", language)
        #expect(run.exit == .success)
        #expect(run.output.contains("ada@example.com \(text)"))
        #expect(spy.calls == [.confirm("12345678", email: nil)])
    }

    @Test func takesTheCodeAsTheSubjectOfTheLetterHasIt() async throws {
        let spy = AddressConfirmingSpy(confirmation: .success(user))
        let run = try await runner(spy).run("verify", "123", "456", "78")
        #expect(run.exit == .success && spy.calls == [.confirm("123 456 78", email: nil)])
    }

    @Test func givesScriptsThePerson() async throws {
        let spy = AddressConfirmingSpy(confirmation: .success(user))
        let run = try await runner(spy).run("verify", "12345678", "--json")
        #expect(try run.json(Answer.self).user == user)
    }

    @Test(.requirement("VERIFY-09")) func asksForACodeThatIsLeftOut() async throws {
        let spy = AddressConfirmingSpy(confirmation: .success(user))
        let terminal = TerminalSpy(answers: [.text("1234 5678")])
        let run = try await runner(spy).run("verify", on: terminal)
        #expect(run.exit == .success)
        #expect(terminal.questions.map(\.text) == ["Code or link"])
        #expect(spy.calls == [.confirm("1234 5678", email: nil)])
    }

    @Test func withNobodyToAskItSaysSo() async throws {
        let spy = AddressConfirmingSpy(confirmation: .success(user))
        let run = try await runner(spy).run("verify")
        #expect(run.exit != .success)
        #expect(spy.calls == [])
    }

    @Test(.requirement("VERIFY-06"), arguments: [("en", "on its way"), ("es", "de camino")])
    func sendsAnotherMessage(language: String, text: String) async throws {
        let spy = AddressConfirmingSpy()
        let run = try await runner(spy).run("verify", "--resend", "--language", language)
        #expect(run.exit == .success)
        #expect(run.output.contains(text))
        #expect(spy.calls == [.resend(email: nil)])
        let json = try await runner(AddressConfirmingSpy()).run("verify", "--resend", "--json")
        #expect(json.output == "{\"status\":\"check_mail\"}\n")
    }

    @Test(.requirement("VERIFY-02")) func passesTheAddressOnWhereNobodyIsLoggedIn() async throws {
        let spy = AddressConfirmingSpy(confirmation: .success(user))
        _ = try await runner(spy).run("verify", "12345678", "--email", "ada@example.com")
        _ = try await runner(spy).run("verify", "--resend", "--email", "ada@example.com")
        #expect(spy.calls == [.confirm("12345678", email: "ada@example.com"), .resend(email: "ada@example.com")])
    }

    @Test(.requirement("VERIFY-02", "VERIFY-09"), arguments: [["12345678"], ["--resend"]])
    func asksForTheAddressWhereNobodyIsLoggedIn(words: [String]) async throws {
        let spy = AddressConfirmingSpy(
            confirmation: .failure(.notLoggedIn), resending: .failure(.notLoggedIn), named: .success(user))
        let terminal = TerminalSpy(answers: [.text("ada@example.com")])
        let run = try await runner(spy).run(["verify"] + words, on: terminal)
        #expect(run.exit == .success)
        #expect(terminal.questions.map(\.text) == ["Email"])
        #expect(run.output.contains("essential login"), "the next step is named")
        #expect(spy.calls.count == 2)
    }

    /// Somebody else may have made the account with this address.
    @Test(.requirement("VERIFY-02", "EXT-05"), arguments: [nil, "ada@example.com"])
    func asksForThePasswordWhereItIsNeeded(email: String?) async throws {
        let spy = AddressConfirmingSpy(confirmation: .failure(.passwordNeeded), knowing: .success(user))
        let terminal = TerminalSpy(answers: [.text("correct horse")])
        let words = ["verify", "12345678"] + (email.map { ["--email", $0] } ?? [])
        let run = try await runner(spy).run(words, on: terminal)
        #expect(run.exit == .success)
        #expect(terminal.questions == [.init(text: "Password of the account", isSecret: true)])
        #expect(run.output.contains("essential login"), "the next step is named")
        #expect(
            spy.calls == [.confirm("12345678", email: email), .confirm("12345678", email: email, withPassword: true)])
    }

    @Test(.requirement("VERIFY-02")) func asksForAddressAndPasswordWhereNobodyIsLoggedIn() async throws {
        let spy = AddressConfirmingSpy(
            confirmation: .failure(.notLoggedIn), named: .failure(.passwordNeeded), knowing: .success(user))
        let terminal = TerminalSpy(answers: [.text("ada@example.com"), .text("correct horse")])
        let run = try await runner(spy).run("verify", "12345678", on: terminal)
        #expect(run.exit == .success && terminal.questions.map(\.text) == ["Email", "Password of the account"])
    }

    @Test(.requirement("VERIFY-02")) func aScriptGivesThePasswordOrLearnsOfTheOption() async throws {
        let spy = AddressConfirmingSpy(confirmation: .failure(.passwordNeeded), knowing: .success(user))
        let words = ["verify", "12345678", "--email", "ada@example.com"]
        let given = try await runner(spy).run(words + ["--password-stdin"], on: TerminalSpy(input: ["correct horse"]))
        #expect(given.exit == .success)
        let told = try await runner(spy).run(words + ["--json"])
        #expect(try told.exit == .notLoggedIn && told.failureCode() == "password_needed")
        #expect(try await runner(spy).run(words).errors.contains("--password-stdin"))
        let wrong = AddressConfirmingSpy(
            confirmation: .failure(.passwordNeeded), knowing: .failure(.wrongCodeOrPassword))
        let refused = try await runner(wrong).run(words + ["--password-stdin"], on: TerminalSpy(input: ["horse"]))
        #expect(refused.exit == .failure && refused.errors.contains("isn't the password"))
    }

    @Test(.requirement("VERIFY-07")) func aCodeIsAskedForUntilItIsOne() async throws {
        let spy = AddressConfirmingSpy(confirmation: .success(user))
        let terminal = TerminalSpy(answers: [.text("1234"), .text("1234 5678")])
        let run = try await runner(spy).run(["verify"], on: terminal)
        #expect(run.exit == .success && run.errors.contains("8 digits") && spy.calls.count == 1)
    }

    @Test func aScriptWithoutASessionLearnsOfTheOption() async throws {
        let spy = AddressConfirmingSpy(confirmation: .failure(.notLoggedIn))
        let run = try await runner(spy).run("verify", "12345678")
        #expect(run.exit == .notLoggedIn)
        #expect(run.errors.contains("--email"))
    }

    @Test(.requirement("VERIFY-06"), arguments: [("en", "is confirmed already"), ("es", "ya está confirmada")])
    func whoHasConfirmedIsPromisedNothing(language: String, text: String) async throws {
        let run = try await runner(AddressConfirmingSpy(resending: .success(.alreadyConfirmed(user)))).run(
            "verify", "--resend", "--language", language)
        #expect(run.exit == .success)
        #expect(run.output.contains("ada@example.com \(text)") && !run.output.contains("minut"))
        let json = try await runner(AddressConfirmingSpy(resending: .success(.alreadyConfirmed(user)))).run(
            "verify", "--resend", "--json")
        #expect(json.output == "{\"status\":\"already_confirmed\"}\n")
    }

    @Test func aCodeAndAResendAreOneTooMany() async throws {
        let spy = AddressConfirmingSpy(confirmation: .success(user))
        let run = try await runner(spy).run("verify", "12345678", "--resend")
        #expect(run.exit == .usage)
        #expect(spy.calls == [])
    }

    @Test(
        .requirement("VERIFY-07"),
        arguments: [
            (AddressConfirmationError.malformedCode, "invalid_code", 2, "8 cifras"),
            (.wrongCode, "invalid_code", 1, "essential verify --resend"),
            (.expiredCode, "link_expired", 1, "essential verify --resend"),
            (.usedCode, "link_used", 1, "No queda nada por hacer"),
            (.unknownLink, "link_unknown", 1, "essential verify --resend"),
            (.foreignLink, "link_foreign", 1, "otra cuenta"), (.wrongPassword, "wrong_password", 2, "contraseña"),
            (.invalidEmail, "invalid_email", 2, "orreo"),
            (.wrongCodeOrPassword, "invalid_code", 1, "essential verify --resend"),
            (.notLoggedIn, "not_logged_in", 3, "essential login"),
            (.connectivity(LocalizedText(en: "Off.", es: "Sin red.")), "no_connectivity", 4, "Sin red."),
            (
                .impossible(Obstacle(code: "vault_wrong_key", LocalizedText(en: "Locked.", es: "Cerrada."))),
                "vault_wrong_key",
                1, "Cerrada."
            ),
            (.server, "server_error", 1, "Inténtalo más tarde"), (.cancelled, "cancelled", 130, "Cancelado"),
        ])
    func eachFailureHasItsCodeStatusAndHint(
        error: AddressConfirmationError, code: String, exit: Int32, text: String
    ) async throws {
        for words in [["verify", "12345678"], ["verify", "--resend"]] {
            let spy = AddressConfirmingSpy(confirmation: .failure(error), resending: .failure(error))
            let json = try await runner(spy).run(words + ["--json"])
            #expect(json.exit.rawValue == exit)
            #expect(try json.failureCode() == code)
            let run = try await runner(spy).run(words + ["--language", "es"])
            #expect(run.errors.contains(text))
            #expect(run.output.isEmpty)
        }
    }
}
