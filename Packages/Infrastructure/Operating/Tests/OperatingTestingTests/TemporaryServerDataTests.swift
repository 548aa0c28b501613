import ConsoleAPI
import ConsoleTesting
import KernelTesting
import Localization
import OperatingAPI
import OperatingTesting
import SQLStoreAPI
import Testing

struct TemporaryServerDataTests {
    private static let tables = [Migration("sample-0001", "CREATE TABLE notes (text TEXT NOT NULL);")]

    private static let add: OperatorCommands.Value = { access in
        [
            Command(
                "notes add", summary: LocalizedText(en: "Add a note", es: "Añade una nota"),
                examples: [CommandExample("essential notes add", LocalizedText(en: "one", es: "una"))]
            ) { _, _ throws(CommandFailure) in
                try await access.withData(tables) { data in
                    try await data.database.write { writer in try writer.run("INSERT INTO notes VALUES ('a note')") }
                    return CommandOutput(.line(LocalizedText(verbatim: "Noted.")))
                }
            }
        ]
    }

    @Test func aCommandWorksOnTheData() async throws {
        let data = try await TemporaryServerData(Self.tables)
        let run = await CommandRunner(Self.add(data)).run("notes", "add")
        #expect(run.exit == .success)
        #expect(try await data.database.read { try $0.value("SELECT count(*) FROM notes", as: Int.self) } == 1)
    }

    @Test func anErrorIsWhatThePersonSees() async throws {
        let data = try await TemporaryServerData([])
        let run = await CommandRunner(Self.add(data)).run("notes", "add")
        #expect(run.exit == .failure)
        #expect(run.errors.contains("notes"))
    }
}
