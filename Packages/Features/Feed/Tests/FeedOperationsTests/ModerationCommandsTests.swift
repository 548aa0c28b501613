import ConsoleAPI
import ConsoleTesting
import CoreModels
import FeedOperations
import FeedService
import FoundationEssentials
import KernelTesting
import OperatingAPI
import OperatingTesting
import PluginKit
import SQLStoreAPI
import Testing

struct ModerationCommandsTests {
    private let data: TemporaryServerData
    private let commands: CommandRunner

    init() async throws {
        data = try await TemporaryServerData(FeedMigrations.all)
        let make = try #require(FeedOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
    }

    @Test func areWellFormed() {
        commands.expectWellFormed()
    }

    @Test func nothingIsHiddenAtFirst() async {
        #expect(await commands.run("feed", "hidden").output.contains("No picture is hidden."))
    }

    @Test func whatIsNotThereIsNotHidden() async throws {
        let run = await commands.run("feed", "hide", "00000000-0000-4000-8000-000000000009", "--json")
        #expect(run.exit == .failure)
        #expect(try run.failureCode() == "image_not_found")
    }
}
