import AccountsAPI
import AccountsPresentation
import AccountsTesting
import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import PluginKit
import Presenting
import SessionsAPI
import SessionsTesting
import Testing

struct DeletionCommandTests {
    private let user = User.sample(isVerified: true)
    private static let day = Date(timeIntervalSince1970: 1_796_288_400)

    private func runner(_ deleting: AccountDeletingSpy, proving: (any Reauthenticating)? = nil) throws -> CommandRunner
    {
        var host = PluginHost()
        try host.install(
            AccountsPresentationPlugin.self,
            .init(
                accounts: AccountLoaderStub(user), renaming: AccountRenamingSpy(user), deleting: deleting,
                proving: proving, sessions: InMemorySessionStore(.sample(user: user))))
        return CommandRunner(try host.composed(), offering: [.logIn: "essential login"])
    }

    private struct Answer: Decodable { let due_at: Date? }

    @Test(
        .requirement("DATA-04"),
        arguments: [
            ("en", "Delete your account, ada@example.com, with your pictures", "Logging in before takes it back"),
            ("es", "¿Eliminar tu cuenta, ada@example.com,", "Iniciar sesión antes lo anula"),
        ]) func aPersonIsAskedOnceAndToldUntilWhen(language: String, asked: String, told: String) async throws
    {
        let deleting = AccountDeletingSpy(.success(Self.day)), terminal = TerminalSpy(answers: [.text("y")])
        let run = try await runner(deleting).run(["account", "delete", "--language", language], on: terminal)
        #expect(run.exit == .success && run.output.contains(told) && deleting.people == [user.id])
        let takesBack = language == "en" ? "logging in takes it back" : "iniciar sesión lo anula"
        #expect(terminal.questions.contains { $0.text.contains(asked) && $0.text.contains(takesBack) })
        let no = TerminalSpy(answers: [.text("n")])
        #expect(try await runner(deleting).run(["account", "delete"], on: no).exit == .success)
        #expect(deleting.people.count == 1)
    }

    @Test(.requirement("DATA-04")) func aScriptHasToSayThatItMeansIt() async throws {
        let deleting = AccountDeletingSpy(.success(Self.day))
        #expect(try await runner(deleting).run("account", "delete", "--json").exit != .success)
        #expect(deleting.people.count == 0)
        let run = try await runner(deleting).run("account", "delete", "--yes", "--json")
        #expect(run.output == "{\"due_at\":\"\(Self.day.formatted(.iso8601))\"}\n" && deleting.people.count == 1)
    }

    @Test(.requirement("DATA-04", "MFA-03")) func itLeadsThroughTheProof() async throws {
        let proving = ReauthenticatingSpy(
            Secret("right"), code: Secret("287082"), otherwise: AccountDeletionError.notRecent)
        let deleting = AccountDeletingSpy(.success(Self.day))
        let run = try await runner(deleting, proving: proving).run(
            ["account", "delete", "--yes", "--password-stdin", "--code", "287082"], on: TerminalSpy(input: ["right"]))
        #expect(run.exit == .success && proving.isProved && deleting.people.count == 1)
    }

    /// Also where the last proof is recent enough for the server.
    @Test(.requirement("DATA-04", "MFA-03")) func aWrongPasswordThatIsPassedDeletesNothing() async throws {
        let proving = ReauthenticatingSpy(Secret("right"), code: nil, otherwise: AccountDeletionError.notRecent)
        let deleting = AccountDeletingSpy(.success(Self.day))
        let run = try await runner(deleting, proving: proving).run(
            ["account", "delete", "--yes", "--password-stdin"], on: TerminalSpy(input: ["totally wrong"]))
        #expect(run.exit != .success && !proving.isProved && deleting.people.isEmpty)
    }

    @Test(
        .requirement("DATA-04"),
        arguments: [
            (AccountDeletionError.notRecent, "insufficient_user_authentication", 3),
            (.tooMany(retryAfter: nil), "too_many_requests", 1), (.failed(.notLoggedIn), "not_logged_in", 3),
            (.failed(.server(status: 500)), "server_error", 1),
        ] as [(AccountDeletionError, String, Int32)])
    func eachFailureHasItsCodeAndStatus(error: AccountDeletionError, code: String, exit: Int32) async throws {
        let run = try await runner(AccountDeletingSpy(.failure(error))).run("account", "delete", "--yes", "--json")
        #expect(run.exit.rawValue == exit)
        #expect(try run.failureCode() == code)
    }
}
