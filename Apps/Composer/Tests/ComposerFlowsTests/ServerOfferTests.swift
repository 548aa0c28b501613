import ComposerFlows
import ConsoleAPI
import ConsoleTesting
import Localization
import Testing

struct ServerOfferTests {
    private func run(_ exit: ConsoleAPI.ExitStatus) async -> CommandRun {
        let command = Command(
            "look", summary: LocalizedText(en: "Look", es: "Mira"),
            examples: [CommandExample("essential look", LocalizedText(en: "once", es: "una vez"))]
        ) { _, _ throws(CommandFailure) in
            throw CommandFailure(exit: exit, code: "failed", message: LocalizedText(en: "No.", es: "No."))
        }
        return await CommandRunner(ServerOffer.extending([command]), places: [ServerOffer.place]).run("look")
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
}
