import BrowserLoginAPI
import BrowserLoginScreens
import BrowserLoginTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import Testing

struct BrowserLoginScreensTests {
    private let person = User(
        id: UserID(UUID()), name: ScreenCheck.hostile[0], email: EmailAddress("ana@example.com")!, isVerified: true,
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))
    private let check = ScreenCheck(places: ["/", "/authorize"])
    private let address =
        "/authorize?code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&state=af0ifjsldkjaf0ifjsldkj&port=40123"
        + "&dpop_jkt=0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I&device=desk"

    private func screens(_ programs: ProgramAdmittingSpy) throws -> [Screen] {
        var host = PluginHost()
        try host.install(
            BrowserLoginScreensPlugin.self,
            .init(programs: Scoped(always: programs), issuer: { $0 ?? "https://essential.test" }))
        return try host.composed().values(of: Screens.self)
    }

    private func runner(_ programs: ProgramAdmittingSpy) throws -> ScreenRunner {
        ScreenRunner(try screens(programs), as: person)
    }

    @Test(.requirement("BROWSERLOGIN-03", "BROWSERLOGIN-07", "SANIT-03"))
    func itSaysWhoWantsInAndAsWhomAndLetsNobodyInByItself()
        async throws
    {
        let programs = ProgramAdmittingSpy(.success(Secret("c-1")))
        let contents = try await runner(programs).show(address), word = try #require(ProgramRequest.sample()?.word)
        #expect(check.problems(of: contents, saying: [person.name, "ana@example.com", "“desk”", word]) == [])
        #expect(contents.forms.map(\.name) == ["let-in", "refuse"])
        #expect(programs.programs.isEmpty)
        #expect(try screens(programs).map(\.access) == [.people])
    }

    @Test(.requirement("BROWSERLOGIN-03", "PASSKEY-03")) func whoIsLetInGetsACodeOnThisMachine() async throws {
        let programs = ProgramAdmittingSpy(.success(Secret("c-1")))
        guard case .leave(let address, _) = try await runner(programs).send("let-in", to: address) else {
            Issue.record("it leads nowhere")
            return
        }
        #expect(
            address.absoluteString
                == "http://127.0.0.1:40123/?code=c-1&state=af0ifjsldkjaf0ifjsldkj&iss=https%3A%2F%2Fessential.test")
        #expect(programs.programs == [ProgramRequest.sample()])
    }

    @Test(.requirement("EXT-09")) func whoIsRefusedIsToldWithoutACode() async throws {
        let programs = ProgramAdmittingSpy(.success(Secret("c-1")))
        guard case .leave(let address, _) = try await runner(programs).send("refuse", to: address) else {
            Issue.record("it leads nowhere")
            return
        }
        #expect(address.absoluteString.hasPrefix("http://127.0.0.1:40123/?error=access_denied&state="))
        #expect(programs.programs.isEmpty)
    }

    @Test func anAddressThatNoProgramMadeOffersNothing() async throws {
        let programs = ProgramAdmittingSpy(.success(Secret("c-1"))), screens = try runner(programs)
        let contents = try await screens.show("/authorize?port=40123")
        #expect(check.problems(of: contents) == [] && contents.forms.isEmpty)
        await #expect(throws: BrowserLoginError.unintelligible) { try await screens.send("let-in", to: "/authorize") }
        #expect(programs.programs.isEmpty)
    }

    /// Whoever shows it has the person log in once more, and brings the question back.
    @Test(.requirement("MFA-03")) func whoLoggedInLongAgoLogsInFirst() async throws {
        let screens = try runner(ProgramAdmittingSpy(.failure(.notRecent)))
        await #expect(throws: BrowserLoginError.notRecent) { try await screens.send("let-in", to: address) }
        #expect(BrowserLoginError.notRecent.nature == .credentials && BrowserLoginError.notRecent.nextSteps == [.logIn])
    }
}
