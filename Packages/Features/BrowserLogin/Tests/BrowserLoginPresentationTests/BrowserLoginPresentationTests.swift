import BrowserLoginAPI
import BrowserLoginPresentation
import BrowserLoginTesting
import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import LoginPresentationAPI
import PluginKit
import Testing

struct BrowserLoginPresentationTests {
    private func runner(_ login: BrowserLoggingInStub) throws -> CommandRunner {
        let way = BrowserLoginPresentationPlugin.assemble(.init(login: login)).exports.way
        let command = Command(
            "login", summary: LocalizedText(en: "a", es: "b"), group: .account, examples: [way.example],
            parameters: [way.option]
        ) { invocation, terminal throws(CommandFailure) in
            let user = try await way.logIn(invocation, terminal)
            return CommandOutput(json: user, .line(LocalizedText(verbatim: user.name)))
        }
        return CommandRunner([command], ofProgram: "essential")
    }

    private let user = User(
        id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true,
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))

    @Test(.requirement("PASSKEY-03"), arguments: [(true, "Your browser asks"), (false, "Open this in a browser")])
    func theAddressIsSaidAndWhetherABrowserHasIt(isOpened: Bool, text: String) async throws {
        let address = try #require(URL(string: "https://essential.test/authorize?state=a"))
        let login = BrowserLoggingInStub(
            leadingTo: .init(address: address, word: "BCDF-GHJK", isOpened: isOpened), .success(user))
        let run = try await runner(login).run("login", "--browser")
        #expect(run.exit == .success && run.output == "Ana\n")
        #expect(run.errors.contains(text) && run.errors.contains("https://essential.test/authorize?state=a"))
        #expect(run.errors.contains("only if the page shows BCDF-GHJK"))
    }

    @Test(.requirement("BROWSERLOGIN-07")) func scriptsAreToldWhatToCompare() async throws {
        let address = try #require(URL(string: "https://essential.test/authorize?state=a"))
        let login = BrowserLoggingInStub(
            leadingTo: .init(address: address, word: "BCDF-GHJK", isOpened: false), .success(user))
        let run = try await runner(login).run("login", "--browser", "--json")
        #expect(run.output.split(separator: "\n").first?.contains(#""word":"BCDF-GHJK""#) == true)
    }

    @Test(.requirement("BROWSERLOGIN-06")) func whoHasToBeginAnewIsToldHow() async throws {
        let run = try await runner(BrowserLoggingInStub(.failure(.factorNeeded))).run("login", "--browser")
        #expect(run.exit == .notLoggedIn && run.errors.contains("essential login --browser"))
    }

    @Test(
        .requirement("BROWSERLOGIN-06", "EXT-09"),
        arguments: [
            (BrowserLoginError.refused, "access_denied", 130), (.timedOut, "browser_timed_out", 1),
            (.notOffered, "browser_login_unavailable", 1), (.cancelled, "cancelled", 130),
            (.unanswered(nil), "login_unanswered", 130),
            (.unanswered(LocalizedText(en: "a", es: "b")), "login_unanswered", 4),
            (.factorNeeded, "second_factor_required", 3),
        ]) func eachFailureHasItsCodeAndStatus(error: BrowserLoginError, code: String, exit: Int32) async throws
    {
        let run = try await runner(BrowserLoggingInStub(.failure(error))).run("login", "--browser", "--json")
        #expect(run.exit.rawValue == exit)
        #expect(try run.failureCode() == code)
    }
}
