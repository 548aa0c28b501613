import AccountsAPI
import AccountsPresentation
import AccountsTesting
import ConsoleAPI
import ConsoleTesting
import CoreModels
import KernelTesting
import Localization
import PluginKit
import Presenting
import SessionsTesting
import Testing

struct RenameTests {
    private let user = User.sample(name: "Ada Lovelace", isVerified: true)

    private func runner(_ renaming: AccountRenamingSpy) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(
            AccountsPresentationPlugin.self,
            .init(
                accounts: AccountLoaderStub(user), renaming: renaming, deleting: AccountDeletingSpy(),
                sessions: InMemorySessionStore()))
        return CommandRunner(try host.composed(), offering: [.logIn: "essential login"])
    }

    @Test(.requirement("DATA-01")) func theNewNameIsTakenAndTold() async throws {
        let renaming = AccountRenamingSpy(user)
        let run = try await runner(renaming).run("rename", "Ana María", "--json")
        #expect(run.exit == .success && run.output.contains("Ana María") && renaming.names == ["Ana María"])
        #expect(
            try await runner(renaming).run("rename", "Bea", "--language", "es").output.contains(
                "Tu nombre es ahora Bea"))
    }

    @Test(.requirement("DATA-01")) func aPersonIsAskedUntilItIsAName() async throws {
        let renaming = AccountRenamingSpy(user)
        let terminal = TerminalSpy(answers: [.text(" "), .text("A\u{202E}da"), .text("Ada")])
        #expect(try await runner(renaming).run("rename", on: terminal).exit == .success)
        #expect(terminal.errors.contains("Type your name.") && terminal.errors.contains("at most 100 characters"))
        #expect(renaming.names == ["Ada"])
    }

    @Test(.requirement("MFA-03")) func whomATypedCodeLetInIsToldToLogInThere() async throws {
        let run = try await runner(AccountRenamingSpy(user, failure: .notProved)).run("rename", "Ada")
        #expect(run.exit == .notLoggedIn && run.errors.contains("Your name is as it was."))
        #expect(run.errors.contains("typed elsewhere") && run.errors.contains("essential login"))
    }

    @Test func aFailureLeavesTheName() async throws {
        let renaming = AccountRenamingSpy(
            user, failure: .failed(.connectivity(LocalizedText(verbatim: "no connection"))))
        let run = try await runner(renaming).run("rename", "Ada")
        #expect(run.exit != .success && run.errors.contains("no connection"))
        #expect(run.errors.contains("Your name is as it was."))
    }
}
