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

    @Test(arguments: ["", "{", #"{"pictures":["x"]}"#, "[]"]) func aDamagedFileIsAsGoodAsNone(content: String) throws {
        terminal.remember([UUID()], of: .pictures)
        try Data(content.utf8).write(to: URL(filePath: folder.path(of: "cache/rows.json")))
        #expect(terminal.rows(of: .pictures) == [])
        let row = UUID()
        terminal.remember([row], of: .pictures)
        #expect(terminal.rows(of: .pictures) == [row])
    }
}
