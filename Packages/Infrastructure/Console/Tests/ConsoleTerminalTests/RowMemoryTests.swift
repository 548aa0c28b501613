import ConsoleAPI
import ConsoleTerminal
import FoundationEssentials
import KernelTesting
import Localization
import Testing

/// The lists that were shown last, in a file.
struct RowMemoryTests {
    private let folder: TemporaryFolder
    private let memory: RowMemory

    init() throws {
        folder = try TemporaryFolder()
        memory = RowMemory(path: folder.path(of: "cache/rows.json"))
    }

    private var terminal: SystemTerminal {
        SystemTerminal(language: .english, environment: [:], memory: memory)
    }

    @Test func theNextProgramKnowsThem() {
        let rows = [UUID(), UUID()]
        terminal.remember(rows, of: .pictures)
        terminal.remember([rows[1]], of: .queue)
        #expect(terminal.rows(of: .pictures) == rows && terminal.rows(of: .queue) == [rows[1]])
        #expect(terminal.rows(of: .comments) == [])
        #expect(folder.mode(of: "cache/rows.json") == 0o600)
        memory.forget()
        #expect(terminal.rows(of: .pictures) == [] && folder.files() == [])
    }

    @Test func theBeginningOfAnIdentifierHoldsBeyondTheLastList() async throws {
        func id(_ start: String) -> UUID { UUID(uuidString: start + "-0000-4000-8000-000000000001")! }
        let old = [id("aaaa1111"), id("bbbb2222")], new = [id("aaaa3333")]
        terminal.remember(old, of: .pictures)
        terminal.remember(new, of: .pictures)
        #expect(terminal.rows(of: .pictures) == new && terminal.knownRows(of: .pictures) == new + old)
        func named(_ text: String) async throws -> UUID {
            try await terminal.identifier(try #require(RowName(text)), in: .pictures)
        }
        #expect(try await named("1") == new[0], "numbers are those of the last list")
        for (name, row) in [("bbbb", old[1]), ("aaaa1", old[0]), ("aaaa3", new[0])] {
            #expect(try await named(name) == row)
        }
        let error = await #expect(throws: CommandFailure.self) { try await named("aaaa") }
        #expect(error?.code == "ambiguous_row")
    }

    @Test(arguments: ["", "{", #"{"pictures":["x"]}"#, "[]"]) func aDamagedFileIsAsGoodAsNone(content: String) throws {
        terminal.remember([UUID()], of: .pictures)
        try Data(content.utf8).write(to: URL(filePath: folder.path(of: "cache/rows.json")))
        #expect(terminal.rows(of: .pictures) == [])
        let row = UUID()
        terminal.remember([row], of: .pictures)
        #expect(terminal.rows(of: .pictures) == [row])
    }
}
