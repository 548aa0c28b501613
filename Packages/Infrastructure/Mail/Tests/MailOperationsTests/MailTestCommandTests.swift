import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import KernelTesting
import MailOperations
import OperatingAPI
import OperatingTesting
import PluginKit
import Testing

/// `essentiald mail test` where no letter goes out; Acceptance has one that does.
struct MailTestCommandTests {
    private let deeds = DeedSpy()

    private func run(_ words: String...) async throws -> CommandRun {
        let data = try await TemporaryServerData([], declarations: deeds.declarations)
        let make = try #require(MailOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        return await CommandRunner(make(data), ofProgram: "essentiald").run(["mail", "test"] + words)
    }

    @Test func whereLettersAreFilesNobodyIsToldThatOneArrives() async throws {
        let told = try await run("ana@example.com", "--json")
        #expect(try told.failureCode() == "mail_not_sent" && told.errors.contains("outbox"))
        #expect(deeds.done.isEmpty)
    }

    @Test func whatIsNoAddressGetsNoLetter() async throws {
        #expect(try await run("ana at example.com", "--json").failureCode() == "invalid_email")
    }
}
