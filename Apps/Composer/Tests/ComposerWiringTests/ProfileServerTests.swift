import ComposerWiring
import ConsoleAPI
import FoundationEssentials
import KernelTesting
import Testing

/// What a profile remembers of its server, and what is told when that is gone.
struct ProfileServerTests {
    private let home: TemporaryFolder
    private let program: ClientProgram

    init() throws {
        home = try TemporaryFolder()
        program = ClientProgram(environment: ["ESSENTIAL_HOME": home.path, "LC_ALL": "C.UTF-8"])
    }

    private func write(_ text: String, to path: String) throws {
        let path = home.path(of: path)
        let folder = try #require(path.lastIndex(of: "/"))
        try FileManager.default.createDirectory(atPath: String(path[..<folder]), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    private var file: String { "profiles/default/server" }
    private let vault = "profiles/default/servers/https_3a_2f_2fexample.com/vault/header"

    @Test(.requirement("STORE-14"), arguments: ["", "\0\0\0\0", "no address"])
    func aFileThatSaysNothingIsToldAndMended(_ content: String) async throws {
        try write("", to: vault)
        try write(content, to: file)
        #expect(await program.run(["queue", "list"]) == .failure)
        #expect(home.text(of: file) == content, "nothing was changed")
        #expect(await program.run(["help", "feed"]) == .success)
        // Whoever names it has it remembered, also if the vault can't be read.
        _ = await program.run(["queue", "list", "--server", "https://example.com"])
        #expect(home.text(of: file) == "https://example.com")
    }

    @Test(.requirement("STORE-14")) func aMissingFileIsToldWhereThereIsAVault() async throws {
        try write("", to: vault)
        #expect(await program.run(["queue", "list"]) == .failure)
        #expect(home.text(of: file) == nil)
        _ = await program.run(["queue", "list", "--server", "https://example.com"])
        #expect(home.text(of: file) == "https://example.com")
    }

    @Test func aProfileThatUsedNoServerUsesTheUsualOne() async throws {
        #expect(await program.run(["queue", "list"]) == .success)
        try write("", to: "profiles/default/servers/http_3a_2f_2f127.0.0.1_3a8080/cache/x")
        #expect(await program.run(["queue", "list"]) == .success)
    }

    /// What waits for a server that can't be reached is found by the commands
    /// that follow, though nobody has logged in.
    @Test(.requirement("OFFLINE-03", "STORE-14")) func theFirstServerThatSomebodyNamesIsRemembered() async throws {
        let server = ["--server", "http://127.0.0.1:1"]
        _ = await program.run(["queue", "list"] + server)
        #expect(home.text(of: file) == "http://127.0.0.1:1")
        _ = await program.run(["queue", "list", "--server", "https://example.com"])
        #expect(home.text(of: file) == "http://127.0.0.1:1", "the second one is for once")
    }

    /// Who has used the usual server goes on with it.
    @Test func aServerForOnceIsNotRememberedBesideTheUsualOne() async throws {
        try write("", to: "profiles/default/servers/http_3a_2f_2f127.0.0.1_3a8080/vault/header")
        _ = await program.run(["queue", "list", "--server", "https://example.com"])
        #expect(home.text(of: file) == nil)
    }

    /// Somebody who names a server for once has it remembered by nobody.
    @Test func aWholeFileStaysAsItIs() async throws {
        try write("https://one.example", to: file)
        try write("", to: vault)
        _ = await program.run(["queue", "list", "--server", "https://example.com"])
        #expect(home.text(of: file) == "https://one.example")
    }
}

extension TemporaryFolder {
    fileprivate func text(of path: String) -> String? {
        contents(of: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
