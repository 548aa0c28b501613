import ConsoleAPI
import ConsoleTesting
import CoreModels
import KernelTesting
import LoginAPI
import PluginKit
import RegistrationAPI
import RegistrationPresentation
import RegistrationTesting
import SessionsTesting
import Testing

/// `essential register --invitation`.
struct InvitedRegistrationTests {
    private static let link = "https://essential.example/invitation?token=" + String(repeating: "a", count: 43)
    private let registration = RegisteringSpy(.success(.signedIn(.sample(name: "Ada"))))

    private func run(_ words: [String], on terminal: TerminalSpy) async throws -> CommandRun {
        var host = PluginHost()
        try host.install(
            RegistrationPresentationPlugin.self,
            .init(registration: registration, validator: RegistrationValidatingStub()))
        return await CommandRunner(try host.composed()).run(["register"] + words, on: terminal)
    }

    @Test(.requirement("INVITE-01")) func thePastedLinkIsAskedForFirstAndNoAddress() async throws {
        let terminal = TerminalSpy(
            answers: [
                .text("12345678"), .text(Self.link), .text("Ada"), .text("four green pots"), .text("four green pots"),
            ])
        let outcome = try await run(["--invitation"], on: terminal)
        #expect(outcome.exit == .success && outcome.errors.contains("no link of an invitation"))
        #expect(
            terminal.questions.map(\.text) == [
                "Link of the invitation", "Link of the invitation", "Name", "Password (8 characters or more)",
                "Password again",
            ])
        let form = try #require(registration.forms.first)
        #expect(form.email.isEmpty && form.name == "Ada" && form.invitation?.isEqual(to: Secret(Self.link)) == true)
        #expect(form.password.isEqual(to: Secret("four green pots")))
    }

    @Test(.requirement("INVITE-01")) func aScriptBringsTheLinkBehindThePassword() async throws {
        let terminal = TerminalSpy(input: ["four green pots", Self.link])
        let outcome = try await run(["--invitation", "--name", "Ada", "--password-stdin", "--json"], on: terminal)
        #expect(outcome.exit == .success && terminal.questions.isEmpty, "\(outcome.errors)")
        let form = try #require(registration.forms.first)
        #expect(form.invitation?.isEqual(to: Secret(Self.link)) == true)
        #expect(form.password.isEqual(to: Secret("four green pots")))
    }

    @Test(arguments: [("en", "line behind the password"), ("es", "línea que sigue a la contraseña")])
    func aScriptWithoutTheLinkIsToldWhereItGoes(language: String, words: String) async throws {
        let terminal = TerminalSpy(input: ["four green pots"])
        let outcome = try await run(
            ["--invitation", "--name", "Ada", "--password-stdin", "--language", language], on: terminal)
        #expect(outcome.exit != .success && outcome.errors.contains(words), "\(outcome.errors)")
        #expect(registration.forms.isEmpty)
    }

    @Test func anAddressBesideAnInvitationIsRefused() async throws {
        let outcome = try await run(["--invitation", "--email", "ada@example.com"], on: TerminalSpy(answers: []))
        #expect(outcome.exit == .usage && registration.forms.isEmpty)
    }
}
