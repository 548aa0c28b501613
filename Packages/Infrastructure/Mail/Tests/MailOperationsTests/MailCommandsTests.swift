import ConfigurationAPI
import ConfigurationTesting
import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import MailAPI
import MailOperations
import MailOutbox
import OperatingAPI
import OperatingTesting
import PluginKit
import SQLStoreAPI
import Testing

struct MailCommandsTests {
    private let deeds = DeedSpy()
    private let data: TemporaryServerData
    private let commands: CommandRunner

    init() async throws {
        data = try await TemporaryServerData([OutboxTable.migration], declarations: deeds.declarations)
        let make = try #require(MailOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
    }

    private func add(_ id: Int, state: String, reason: String? = nil) async throws {
        let id = "00000000-0000-4000-8000-00000000000\(id)", time = Date(timeIntervalSince1970: 1_800_000_000)
        try await data.database.write { db in
            try db.run(
                """
                INSERT INTO mail_outbox (id, recipient, template, sealed_letter, state, attempts, created_at, due_at, reason)
                VALUES (\(id), 'ana@example.com', 'verification', \(Data([1])), \(state), 3, \(time), \(time), \(reason))
                """)
        }
    }

    @Test func areWellFormed() {
        commands.expectWellFormed()
    }

    @Test func lettersThatAreNotDeliveredAreListedWithTheReason() async throws {
        #expect(await commands.run("mail", "list").output.contains("all are files of the outbox folder"))
        try await add(1, state: "dead", reason: "550 no such mailbox")
        let run = await commands.run("mail", "list")
        #expect(run.exit == .success)
        #expect(run.output.contains("ana@example.com") && run.output.contains("550 no such mailbox"))
    }

    /// What becomes of it there is known there.
    @Test(arguments: ["outbox", "smtp"]) func nobodyIsSaidToHaveWhatWasOnlyHandedOver(transport: String) async throws {
        let chosen = try #require(MailTransport(rawValue: transport))
        let data = try await TemporaryServerData(
            [OutboxTable.migration], configuration: .fixture(.set(MailSettings.transport, to: chosen)))
        let make = try #require(MailOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        let output = await CommandRunner(make(data), ofProgram: "essentiald").run("mail", "list").output
        #expect(output.contains("mail server") == (chosen == .smtp) && output.contains("nobody") == (chosen == .outbox))
        #expect(!output.contains("delivered"))
    }

    @Test func aLetterIsShownByItsIdentifierWithoutWhatItSays() async throws {
        try await add(1, state: "dead", reason: "550 no such mailbox")
        let run = await commands.run("mail", "show", "00000000-0000-4000-8000-000000000001", "--json")
        #expect(run.exit == .success)
        #expect(run.output.contains("\"template\":\"verification\"") && !run.output.contains("sealed"))
        let none = await commands.run("mail", "show", "00000000-0000-4000-8000-000000000009", "--json")
        #expect(none.errors.contains("letter_not_found"))
    }

    @Test func lettersThatWereGivenUpAreSentAgain() async throws {
        try await add(1, state: "dead")
        try await add(2, state: "dead")
        #expect(
            await commands.run("mail", "retry", "00000000-0000-4000-8000-000000000001", "--json").output.contains(
                "{\"retried\":1}"))
        #expect(await commands.run("mail", "retry", "--json").output.contains("{\"retried\":1}"))
        #expect(await commands.run("mail", "retry", "--json").output.contains("{\"retried\":0}"))
        #expect(deeds.done == Array(repeating: .init("letters-retried", to: nil, "letters=1"), count: 2))
    }
}
