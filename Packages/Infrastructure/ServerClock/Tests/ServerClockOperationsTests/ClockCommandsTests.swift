import ConsoleAPI
import ConsoleTesting
import OperatingAPI
import OperatingTesting
import PluginKit
import SQLStoreAPI
import ServerClock
import ServerClockOperations
import Testing

struct ClockCommandsTests {
    private let deeds = DeedSpy()
    private let data: TemporaryServerData
    private let commands: CommandRunner

    init() async throws {
        data = try await TemporaryServerData([ServerClockTable.migration], declarations: deeds.declarations)
        let make = try #require(ServerClockOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
    }

    @Test func areWellFormed() {
        commands.expectWellFormed()
    }

    @Test func thereIsNothingToAcceptBeforeAServerRan() async {
        #expect(await commands.run("clock", "accept", "--json").output == "{\"accepted\":false}\n")
        #expect(deeds.done.isEmpty)
    }

    @Test func theOperatorsWordIsNoted() async throws {
        try await data.database.write { db in
            try db.run("INSERT INTO server_clock VALUES ('server', 1, 'b', 1, 0, 0)")
        }
        #expect(await commands.run("clock", "accept", "--json").output == "{\"accepted\":true}\n")
        #expect(try await data.database.read { try ServerClockTable.record(in: $0) }?.isAccepted == true)
        #expect(deeds.done == [.init("clock-accepted")])
    }
}
