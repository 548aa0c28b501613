import AccountsOperations
import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import KernelTesting
import OperatingAPI
import OperatingTesting
import PluginKit
import Testing

struct PasswordCommandsTests {
    private let commands: CommandRunner
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        let make = try #require(AccountsOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(try await TemporaryServerData([])), ofProgram: "essentiald")
    }

    @Test func areWellFormed() {
        commands.expectWellFormed()
    }

    @Test func aListIsPacked() async throws {
        let list = folder.path(of: "list.txt"), packed = folder.path(of: "packed")
        try Data("four green tea pots\nanother one\n".utf8).write(to: URL(filePath: list))
        let run = await commands.run("passwords", "pack", list, packed, "--json")
        #expect(run.exit == .success && run.output == "{\"passwords\":2}\n")
        #expect(try Data(contentsOf: URL(filePath: packed)).count >= 16)
    }

    @Test func whatIsNotThereIsTold() async throws {
        let run = await commands.run("passwords", "pack", folder.path(of: "missing"), folder.path(of: "b"), "--json")
        #expect(run.exit == .failure)
        #expect(try run.failureCode() == "password_list")
    }
}
