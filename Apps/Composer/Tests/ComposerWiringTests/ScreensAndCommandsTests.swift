import ComposerWiring
import ConsoleAPI
import KernelTesting
import ScreensAPI
import Testing

/// What one can do by a command one can do in a browser, and the other way round:
/// docs/screens.md says by what, or why not.
struct ScreensAndCommandsTests {
    private let commands: Set<String>, actions: Set<String>
    private let table: DocumentTable, alone: DocumentTable

    init() throws {
        let home = try TemporaryFolder()
        let offers = try ClientProgram(environment: ["ESSENTIAL_HOME": home.path, "LC_ALL": "C.UTF-8"]).offers()
        commands = Set(offers.commands.map(\.name))
        actions = Set(offers.screens.flatMap(\.doings))
        table = try DocumentTable(below: "Commands", of: "docs/screens.md")
        alone = try DocumentTable(below: "What only a browser has", of: "docs/screens.md")
    }

    @Test func eachCommandIsDoneByAScreenOrItIsSaidWhyNot() {
        #expect(Set(table.names(in: 0)) == commands)
        for row in table.rows {
            #expect(row.count == 3 && row[1].isEmpty != row[2].isEmpty, "\(row): a screen or a reason")
        }
    }

    @Test func eachActionHasACommandOrAReason() {
        let known = table.names(in: 1) + alone.names(in: 0)
        #expect(Set(known) == actions)
        #expect(alone.rows.allSatisfy { $0.count == 2 && !$0[1].isEmpty })
    }
}

extension Screen {
    /// What one can do here: to look, if there is nothing else.
    fileprivate var doings: [String] {
        actions.isEmpty ? [route.pattern] : actions.map { "\(route.pattern) \($0.name)" }
    }
}
