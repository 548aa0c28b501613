import AccountsAPI
import AccountsPresentation
import AccountsTesting
import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import Presenting
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import Testing

struct WhoAmITests {
    private let user = User.sample(name: "Ada Lovelace", isVerified: true)
    private let date = ManualDate()

    private func runner(_ accounts: AccountLoaderStub, _ sessions: any SessionStoring) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(
            AccountsPresentationPlugin.self,
            .init(
                accounts: accounts, renaming: AccountRenamingSpy(user), deleting: AccountDeletingSpy(),
                sessions: sessions, now: date.bootTime))
        return CommandRunner(try host.composed(), offering: [.logIn: "essential login"])
    }

    private struct Answer: Decodable {
        struct Session: Decodable {
            let id: SessionID
            let expires_in: Int
        }
        let user: User
        let session: Session
    }

    @Test func isDeclaredWithoutAMistake() throws {
        try runner(AccountLoaderStub(user), InMemorySessionStore()).expectWellFormed()
    }

    @Test func givesScriptsTheAccountAndTheSession() async throws {
        let session = StoredSession.sample(
            grant: .sample(expiresIn: 300), receivedAt: date.bootTime().advanced(by: .seconds(-100)))
        let run = try await runner(AccountLoaderStub(user), InMemorySessionStore(session)).run("whoami", "--json")
        #expect(run.exit == .success)
        let answer = try run.json(Answer.self)
        #expect(answer.user == user)
        #expect(answer.session.id == session.id)
        #expect(answer.session.expires_in == 200)
    }

    @Test(arguments: [("en", "(confirmed)"), ("es", "(confirmado)")])
    func tellsAPersonInBothLanguages(language: String, word: String) async throws {
        let run = try await runner(AccountLoaderStub(user), InMemorySessionStore(.sample()))
            .run("whoami", "--language", language)
        #expect(run.output.contains("Ada Lovelace"))
        #expect(run.output.contains("ada@example.com"))
        #expect(run.output.contains(word))
        #expect(run.exit == .success)
    }

    @Test func showsNoToken() async throws {
        let session = StoredSession.sample(grant: .sample(access: "hunter2", refresh: "hunter3"))
        for words in [["whoami"], ["whoami", "--json"]] {
            let run = try await runner(AccountLoaderStub(user), InMemorySessionStore(session)).run(words)
            #expect(!run.output.contains("hunter") && !run.errors.contains("hunter"))
        }
    }

    @Test func whoIsNotLoggedInIsToldHow() async throws {
        let run = try await runner(AccountLoaderStub(user), InMemorySessionStore()).run("whoami")
        #expect(run.exit == .notLoggedIn)
        #expect(run.errors.contains("essential login"))
    }

    @Test func aSessionThatIsOverIsNotLoggedIn() async throws {
        let run = try await runner(AccountLoaderStub(failure: .notLoggedIn), InMemorySessionStore(.sample()))
            .run("whoami", "--json")
        #expect(run.exit == .notLoggedIn)
        #expect(try run.failureCode() == "not_logged_in")
    }

    @Test func withoutAConnectionItShowsWhatIsStored() async throws {
        let stored = StoredSession.sample(user: .sample(name: "Ada of Yesterday"), receivedAt: date.bootTime())
        let offline = AccountLoaderStub(failure: .connectivity(LocalizedText(verbatim: "off")))
        let run = try await runner(offline, InMemorySessionStore(stored)).run("whoami")
        #expect(run.exit == .success)
        #expect(run.output.contains("Ada of Yesterday"))
        #expect(run.output.contains("no connection"))
        let json = try await runner(offline, InMemorySessionStore(stored)).run("whoami", "--json")
        #expect(try json.json(Answer.self).user == stored.user)
    }

    @Test func aLockedVaultIsNotTakenForBeingLoggedOut() async throws {
        let store = InMemorySessionStore(.sample())
        store.failReads(with: .storage(.passphraseRequired))
        let run = try await runner(AccountLoaderStub(user), store).run("whoami", "--json")
        #expect(run.exit == .failure)
        #expect(try run.failureCode() == "vault_passphrase_required")
    }

    @Test func aServerErrorSaysSo() async throws {
        let run = try await runner(AccountLoaderStub(failure: .server(status: 503)), InMemorySessionStore(.sample()))
            .run("whoami", "--json")
        #expect(run.exit == .failure)
        #expect(try run.failureCode() == "server_error")
    }
}
