import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import SecurityMetricsAPI
import SecurityMetricsPresentation
import SecurityMetricsTesting
import Testing

struct AuditCommandsTests {
    private static let date = Date(timeIntervalSince1970: 1_700_000_000)
    private static let head = TrailHead.sample()
    private static let kept = KeptTrail(head: head, confirmedAt: date, askedAt: date)
    private static let evidence = TrailEvidence(
        .shorter, seen: head, shown: .sample(size: 3), consistency: nil, foundAt: date)
    private static let found = KeptTrail(head: head, confirmedAt: date, askedAt: date, evidence: evidence)

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func runner(_ trail: TrailStub) -> CommandRunner {
        CommandRunner(
            SecurityMetricsPresentationPlugin.assemble(.init(trail: trail, server: "https://essential.test"))
                .contributions.values(of: Commands.self))
    }

    @Test func theCommandsAreWellFormed() {
        runner(TrailStub()).expectWellFormed()
    }

    @Test(.requirement("AUDIT-19")) func aTrailThatGoesOnIsShown() async {
        let trail = TrailStub(asking: .success(Self.kept)), run = await runner(trail).run("audit")
        #expect(run.exit == .success && run.output.contains("goes on from what this device saw"), "\(run.output)")
        #expect(run.output.contains(Self.head.root) && trail.calls == [.asked])
    }

    @Test(.requirement("AUDIT-19"), arguments: [("en", "fewer events", "backup"), ("es", "menos sucesos", "copia")])
    func whatWasFoundIsToldWithWhatItMayMeanAndWhatToDo(language: String, found: String, reason: String) async {
        let run = await runner(TrailStub(Self.found)).run("audit", "--language", language)
        #expect(run.exit == .failure)
        for words in [found, reason, "essential audit export", "essential audit accept"] {
            #expect(run.output.contains(words), "\(words): \(run.output)")
        }
        let json = await runner(TrailStub(Self.found)).run("audit", "--json")
        #expect(json.exit == .failure && json.output.contains(#""contradiction":"shorter""#), "\(json.output)")
    }

    @Test(.requirement("AUDIT-20")) func withoutAConnectionWhatIsKeptIsShown() async {
        let failure = TrailError.connectivity(LocalizedText(en: "No server.", es: "Sin servidor."))
        let run = await runner(TrailStub(Self.kept, asking: .failure(failure))).run("audit")
        #expect(run.exit == .success && run.output.contains("No server.") && run.output.contains(Self.head.root))
        #expect(!run.output.contains("goes on from"))
        let none = await runner(TrailStub(asking: .failure(failure))).run("audit")
        #expect(none.exit == .noConnectivity && none.errors.contains("No server."))
    }

    @Test(.requirement("AUDIT-19")) func bothHeadsAreWrittenForSomebodyElse() async throws {
        let path = folder.path(of: "evidence.json")
        let run = await runner(TrailStub(Self.found)).run("audit", "export", path)
        #expect(run.exit == .success, "\(run.errors)")
        struct Document: Decodable {
            let server: String
            let seen: TrailHead
            let shown: TrailHead
            let contradiction: TrailContradiction
        }
        let content = try Data(contentsOf: URL(filePath: path))
        let document = try JSONDecoder().decode(Document.self, from: content)
        #expect(document.server == "https://essential.test" && document.contradiction == .shorter)
        #expect(document.seen == Self.head && document.shown == .sample(size: 3))

        let again = await runner(TrailStub(Self.kept)).run("audit", "export", path)
        #expect(again.exit == .failure && again.errors.contains("is there already"))
        #expect(try Data(contentsOf: URL(filePath: path)) == content)
        let none = await runner(TrailStub()).run("audit", "export", folder.path(of: "none.json"))
        #expect(none.exit == .failure && !FileManager.default.fileExists(atPath: folder.path(of: "none.json")))
    }

    @Test(.requirement("AUDIT-19")) func theOtherTrailIsAcceptedByWhoSaysSo() async {
        let unsure = TrailStub(Self.found)
        let asked = await runner(unsure).run("audit", "accept", on: TerminalSpy(answers: [.text("n")]))
        #expect(asked.exit == .success && unsure.calls.isEmpty, "\(asked.errors)")
        let sure = TrailStub(Self.found), run = await runner(sure).run("audit", "accept", "--yes")
        #expect(run.exit == .success && sure.calls == [.accepted(Self.evidence)])
        let idle = TrailStub(Self.kept), nothing = await runner(idle).run("audit", "accept", "--yes")
        #expect(nothing.exit == .success && idle.calls.isEmpty && nothing.output.contains("Nothing was found"))
    }
}
