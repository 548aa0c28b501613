import ConfigurationAPI
import KernelTesting
import ScreensAPI
import ServerWiring
import Testing

/// What one can do in a browser on one's own machine one can do at the server:
/// docs/screens.md says what not, and why.
struct ScreensOfBothTests {
    @Test func theServerHasTheScreensOfADevice() throws {
        let server = Set(
            try ServerDescription(.defaults, data: "/nonexistent").screens.flatMap { screen in
                screen.actions.isEmpty
                    ? [screen.route.pattern] : screen.actions.map { "\(screen.route.pattern) \($0.name)" }
            })
        let document = "docs/screens.md"
        let commands = try DocumentTable(below: "Commands", of: document)
        let alone = try DocumentTable(below: "What only a browser has", of: document)
        let differences = try DocumentTable(below: "Where the two differ", of: document)
        let device = Set(commands.names(in: 1) + alone.names(in: 0))
        #expect(device.subtracting(server) == Set(differences.names(in: 0)))
        #expect(server.subtracting(device) == Set(differences.names(in: 1)))
        #expect(differences.rows.allSatisfy { $0.count == 3 && !$0[2].isEmpty })
    }
}
