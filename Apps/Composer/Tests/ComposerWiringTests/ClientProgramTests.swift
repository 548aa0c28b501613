import ComposerWiring
import ConsoleAPI
import KernelTesting
import Testing

/// Composes the whole client; a plugin of a name that is taken, or a command
/// that exists twice, fails here.
struct ClientProgramTests {
    @Test(arguments: [["plugins", "--json"], ["help"], ["manual"], ["completions", "bash"], ["help", "feed"]])
    func composesTheWholeClient(arguments: [String]) async throws {
        let home = try TemporaryFolder()
        let program = ClientProgram(environment: ["ESSENTIAL_HOME": home.path, "LC_ALL": "C.UTF-8"])
        #expect(await program.run(arguments) == .success)
        // Looking at the program touches nothing.
        #expect(home.files().isEmpty)
    }

    @Test(arguments: ["https://user@example.com", "ftp://example.com", "not an address"])
    func refusesAServerThatCannotBeAsked(server: String) async throws {
        let home = try TemporaryFolder()
        let program = ClientProgram(environment: ["ESSENTIAL_HOME": home.path])
        #expect(await program.run(["status", "--server", server]) == .usage)
    }

    @Test(arguments: ["../x", "a/b", "", "a b"])
    func refusesAProfileThatIsNoWord(profile: String) async throws {
        let home = try TemporaryFolder()
        let program = ClientProgram(environment: ["ESSENTIAL_HOME": home.path])
        #expect(await program.run(["status", "--profile", profile]) == .usage)
    }
}
