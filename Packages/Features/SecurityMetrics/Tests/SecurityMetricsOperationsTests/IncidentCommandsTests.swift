import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import OperatingAPI
import OperatingTesting
import PluginKit
import SQLStoreAPI
import SecurityMetricsOperations
import SecurityMetricsService
import Testing

struct IncidentCommandsTests {
    private let deeds = DeedSpy()
    private let date = ManualDate()
    private let data: TemporaryServerData
    private let commands: CommandRunner

    init() async throws {
        data = try await TemporaryServerData(
            IncidentMigrations.all, declarations: deeds.declarations, now: date.now)
        let make = try #require(
            SecurityMetricsOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
        let time = date.value
        try await data.database.write { db in
            try db.run(
                """
                INSERT INTO incidents (number, rule, network, begun_at, crossed_at, found_at, latest_at, events, targets,
                    networks)
                VALUES (1, 'spraying', '198.51.100.0/24', \(time), \(time), \(time.addingTimeInterval(90)), \(time), 12,
                    12, 1), (2, 'a-rule-of-before', NULL, \(time), \(time), \(time), \(time), 1, 1, 1)
                """)
        }
    }

    @Test(.requirement("METRIC-06")) func incidentsAreShownWithTheirEvidence() async throws {
        let list = await commands.run("incidents", "list")
        #expect(list.exit == .success && list.output.contains("Logins to many accounts fail from one network"))
        #expect(list.output.contains("198.51.100.0/24") && list.output.contains("a-rule-of-before"))
        let shown = await commands.run("incidents", "show", "1")
        #expect(
            shown.output.contains("essentiald audit show --since 2023-11-14T22:13:20Z --until 2023-11-14T22:13:21Z"))
        #expect(shown.output.contains("block the network in your firewall"))
        let json = await commands.run("incidents", "show", "1", "--json").output
        #expect(json.contains("\"accounts\":12") && json.contains("\"late\":true") && json.contains("\"warning\""))
    }

    @Test(.requirement("METRIC-05")) func anIncidentIsClosedOnceAndThatIsKept() async throws {
        let run = await commands.run("incidents", "close", "1", "--json")
        #expect(run.output == "{\"changed\":true,\"number\":1}\n")
        #expect(await commands.run("incidents", "close", "1", "--json").output == "{\"changed\":false,\"number\":1}\n")
        #expect(deeds.done == [.init("incident-closed", to: nil, "1")])
        let open = await commands.run("incidents", "list", "--open", "--json").output
        #expect(!open.contains("spraying") && open.contains("a-rule-of-before"))
        for word in ["show", "close"] {
            let none = await commands.run("incidents", word, "9", "--json")
            #expect(try none.exit == .failure && none.failureCode() == "incident_not_found")
        }
    }
}
