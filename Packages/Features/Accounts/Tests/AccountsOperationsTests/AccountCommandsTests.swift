import AccountsOperations
import AccountsService
import ConsoleAPI
import ConsoleTesting
import CoreModels
import KernelTesting
import OperatingAPI
import OperatingTesting
import PluginKit
import SQLStoreAPI
import Testing

struct AccountCommandsTests {
    private let commands: CommandRunner

    init() async throws {
        let data = try await TemporaryServerData(AccountsMigrations.all)
        try await data.database.write { db in
            try db.run(
                """
                INSERT INTO accounts (id, name, email, canonical_email, created_at)
                VALUES ('00000000-0000-4000-8000-000000000001', 'Ana', 'Ana@example.com', 'ana@example.com', 1700000000000)
                """)
        }
        let make = try #require(AccountsOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
    }

    @Test func anAccountIsFoundByItsAddressWhateverTheCase() async throws {
        let run = await commands.run("accounts", "show", "ANA@example.com", "--json")
        #expect(run.exit == .success)
        #expect(run.output.contains("00000000-0000-4000-8000-000000000001") && run.output.contains("Ana@example.com"))
        let read = await commands.run("accounts", "show", "ana@example.com")
        #expect(read.output.contains("not proved") && read.output.contains("14 Nov 2023"))
    }

    @Test func thatNobodyIsSuspendedIsSaid() async throws {
        let run = await commands.run("accounts", "list", "--suspended")
        #expect(run.exit == .success && run.output == "Nobody is suspended.\n")
        #expect(await commands.run("accounts", "list", "--closing").output == "No account is like that.\n")
        let after = await commands.run("accounts", "list", "--after", "00000000-0000-4000-8000-000000000001")
        #expect(after.output == "No account comes after that one.\n")
    }

    @Test func aServerWithoutAccountsSaysSo() async throws {
        let make = try #require(AccountsOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        let commands = CommandRunner(
            make(try await TemporaryServerData(AccountsMigrations.all)), ofProgram: "essentiald")
        #expect(await commands.run("accounts", "list").output == "There are no accounts yet.\n")
        #expect(await commands.run("accounts", "list", "--json").output.contains("\"accounts\":[]"))
    }

    @Test(arguments: ["bea@example.com", "nobody"])
    func whatIsNotThereIsTold(email: String) async throws {
        let run = await commands.run("accounts", "show", email, "--json")
        #expect(run.exit == .failure)
        #expect(try run.failureCode() == "account_not_found")
    }
}
