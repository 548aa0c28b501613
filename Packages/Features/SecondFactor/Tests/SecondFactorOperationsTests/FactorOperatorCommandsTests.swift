import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import OperatingAPI
import OperatingTesting
import PluginKit
import SQLStoreAPI
import SecondFactorOperations
import SecondFactorService
import Testing

struct FactorOperatorCommandsTests {
    private static let person = "00000000-0000-4000-8000-000000000001"

    private let deeds = DeedSpy()
    private let data: TemporaryServerData
    private let commands: CommandRunner

    init() async throws {
        data = try await TemporaryServerData(SecondFactorMigrations.all, declarations: deeds.declarations)
        try await data.database.write { db in
            try db.run(
                """
                INSERT INTO authenticators (user_id, sealed_secret, made_at, confirmed_at, latest_step)
                VALUES ('00000000-0000-4000-8000-000000000001', \(Data([0])), 1, 2, 3)
                """)
        }
        let make = try #require(SecondFactorOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
    }

    @Test func areWellFormed() {
        commands.expectWellFormed()
    }

    @Test(.requirement("MFA-05", "METRIC-01")) func aLostFactorEndsAtOnceAndOnce() async throws {
        let run = await commands.run("factors", "remove", Self.person, "--json")
        #expect(run.exit == .success && run.output == "{\"user\":\"\(Self.person)\"}\n")
        let again = await commands.run("factors", "remove", Self.person, "--json")
        #expect(try again.exit == .failure && again.failureCode() == "no_factor")
        #expect(deeds.done == [.init("factor-removed", to: UserID(Self.person))])
    }

    @Test(arguments: ["00000000-0000-4000-8000-000000000002", "ana@example.com"])
    func whoHasNoneKeepsNone(id: String) async throws {
        let run = await commands.run("factors", "remove", id, "--json")
        #expect(try run.exit == .failure && run.failureCode() == "no_factor")
    }
}
