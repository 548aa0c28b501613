import ComposerWiring
import ConsoleAPI
import FoundationEssentials
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

    /// What starts with a program would remove a feed that can't be read, send
    /// what waits, and have somebody wait for it.
    @Test(arguments: [
        ["help"], ["feed", "--help"], ["version"], ["manual"], ["completions", "fish"], ["logn"],
    ])
    func startsNothingToTellOfItself(arguments: [String]) async throws {
        let home = try TemporaryFolder()
        let folder = home.path(of: "profiles/default/servers/http_3a_2f_2f127.0.0.1_3a8080/cache/feed")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("{".utf8).write(to: URL(filePath: folder + "/feed.json"))
        let program = ClientProgram(environment: ["ESSENTIAL_HOME": home.path, "LC_ALL": "C.UTF-8"])
        #expect(await program.run(arguments) == (arguments == ["logn"] ? .usage : .success))
        #expect(!home.files().isEmpty)
        #expect(await program.run(["queue", "list"]) == .success)
        #expect(home.files().isEmpty, "what starts has looked into another folder")
    }

    @Test(arguments: [
        "https://user@example.com", "ftp://example.com", "not an address", "http://host:99999", "http://host:0",
        "https://bücher.example",
    ])
    func refusesAServerThatCannotBeAsked(server: String) async throws {
        let home = try TemporaryFolder()
        let program = ClientProgram(environment: ["ESSENTIAL_HOME": home.path])
        #expect(await program.run(["status", "--server", server]) == .usage)
        let configured = ClientProgram(environment: ["ESSENTIAL_HOME": home.path, "ESSENTIAL_SERVER": server])
        #expect(await configured.run(["status"]) == .usage)
        #expect(home.files().isEmpty)
    }

    @Test(arguments: ["../x", "a/b", "", "a b"])
    func refusesAProfileThatIsNoWord(profile: String) async throws {
        let home = try TemporaryFolder()
        let program = ClientProgram(environment: ["ESSENTIAL_HOME": home.path])
        #expect(await program.run(["status", "--profile", profile]) == .usage)
    }
}
