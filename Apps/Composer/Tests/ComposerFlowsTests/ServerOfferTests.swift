import ComposerFlows
import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import Localization
import Testing

struct ServerOfferTests {
    private func run(_ exit: ConsoleAPI.ExitStatus, isMissing: Bool = true) async -> CommandRun {
        let command = Command(
            "look", summary: LocalizedText(en: "Look", es: "Mira"),
            examples: [CommandExample("essential look", LocalizedText(en: "once", es: "una vez"))]
        ) { _, _ throws(CommandFailure) in
            throw CommandFailure(exit: exit, code: "failed", message: LocalizedText(en: "No.", es: "No."))
        }
        return await CommandRunner(
            ServerOffer.extending([command]) { isMissing }, places: [ServerOffer.place]
        ).run("look")
    }

    @Test func howAServerIsStartedIsSaidWhereItCannotBeReached() async {
        let run = await run(.noConnectivity)
        #expect(run.exit == .noConnectivity && run.errors.contains("essentiald serve"))
        #expect(run.errors.contains("essential login --server URL"))
    }

    @Test(arguments: [ConsoleAPI.ExitStatus.failure, .notLoggedIn, .interrupted])
    func andNowhereElse(exit: ConsoleAPI.ExitStatus) async {
        #expect(await !run(exit).errors.contains("essentiald"))
    }

    @Test func norWhereOneRuns() async {
        #expect(await !run(.noConnectivity, isMissing: false).errors.contains("essentiald"))
    }

    @Test(arguments: [
        (HTTPTransportError.connectivity(reason: "refused"), true), (.timedOut, false),
        (.tls(reason: "self-signed certificate"), false), (.invalidResponse(reason: "r"), false),
    ])
    func whatAnswersRuns(error: HTTPTransportError, isMissing: Bool) async throws {
        let presence = ServerPresence(), request = HTTPRequest(method: .get, url: URL(string: "http://localhost/")!)
        #expect(!presence.isMissing)
        _ = try? await presence.noting(HTTPTransportStub(failure: error)).send(request)
        #expect(presence.isMissing == isMissing)
        _ = try? await presence.noting(HTTPTransportStub(failure: .cancelled)).send(request)
        #expect(presence.isMissing == isMissing, "nobody was asked")
        let answer = HTTPTransportStub(HTTPResponse(status: .ok, fields: [:], body: .init()))
        _ = try await presence.noting(answer).send(request)
        #expect(!presence.isMissing)
    }
}
