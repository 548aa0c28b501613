import ConfigurationAPI
import ConsoleAPI
import FoundationEssentials
import KernelTesting
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ServerWiring
import Testing

/// Composes the whole server without starting it: a plugin of a name that is
/// taken, a missing dependency or a wrong key fails here.
struct ServerCommandsTests {
    private func run(_ arguments: String..., environment: [String: String] = [:]) async -> ConsoleAPI.ExitStatus {
        let environment = environment.merging(["HOME": "/nonexistent", "LC_ALL": "C.UTF-8"]) { own, _ in own }
        return await ServerProgram(environment: environment).run(arguments)
    }

    @Test func composesTheWholeServer() async {
        #expect(await run("plugins", "--json") == .success)
        #expect(await run("plugins", "--dot", "--demo.content", "true") == .success)
    }

    @Test func showsTheConfigurationFromAllSources() async {
        #expect(await run("config", "--tokens.access-lifetime", "2m") == .success)
        #expect(await run("config", environment: ["ESSENTIAL_TOKENS_ACCESS_LIFETIME": "2m"]) == .success)
    }

    @Test(arguments: [
        ["--tokens.access-lifetime", "soon"], ["--tokens.acces-lifetime", "2m"], ["--server.listen", "here"],
        ["--server.trusted-proxies", "everybody"], ["--accounts.enumeration", "loud"], ["--database.url", ""],
        ["--server.tls.certificate", ""], ["--mail.outbox", ""], ["--server.data", ""],
    ])
    func refusesAConfigurationThatCannotBeMeant(flag: [String]) async {
        #expect(await run("config", flag[0], flag[1]) == .usage)
        #expect(await run("serve", flag[0], flag[1]) == .usage)
    }

    @Test(
        arguments: [
            ([], .success), (["--server.listen", "nobody.invalid:8080"], .failure),
            (["--server.listen", "127.0.0.1:70000"], .failure), (["--server.listen", "0.0.0.0:8080"], .failure),
            (["--server.tls.certificate", "/missing", "--server.tls.key", "/missing"], .failure),
            (["--server.tls.key", "/missing"], .failure), (["--server.data", "/dev/null/data"], .failure),
            (["--database.url", "postgresql://ana@/feed?host=/missing"], .failure),
            (["--database.url", "feed"], .failure),
            (["--mail.transport", "smtp"], .failure), (["--plugins.disabled", "sessions"], .failure),
            (["--config", "/missing"], .failure), (smtp, .success),
            (smtp + ["--mail.smtp.username", "essential", "--mail.smtp.password-file", "/missing"], .failure),
        ] as [([String], ConsoleAPI.ExitStatus)])
    func seesWhetherAServerCouldStart(flags: [String], exit: ConsoleAPI.ExitStatus) async throws {
        let folder = try TemporaryFolder(), data = folder.path(of: "data")
        let environment = ["HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "ESSENTIAL_SERVER_DATA": data]
        #expect(await ServerProgram(environment: environment).run(["config", "check"] + flags) == exit)
        #expect(folder.files().isEmpty, "nothing is made by looking")
    }

    private static let smtp = [
        "--mail.transport", "smtp", "--mail.smtp.host", "mail.example.com", "--mail.sender", "A <a@example.com>",
    ]

    @Test(arguments: [
        [], ["--mail.smtp.username", "essential", "--mail.smtp.password-file", "/run/secrets/mail"],
        ["--mail.smtp.security", "tls", "--mail.smtp.port", "2465"],
        ["--mail.smtp.security", "none", "--mail.smtp.host", "localhost"],
    ])
    func mailGoesToAMailServerIfThatIsConfigured(more: [String]) async {
        let program = ServerProgram(environment: ["HOME": "/nonexistent", "LC_ALL": "C.UTF-8"])
        let flags = Self.smtp.filter {
            !more.contains("localhost") || $0 != "mail.example.com" && $0 != "--mail.smtp.host"
        }
        #expect(await program.run(["plugins"] + flags + more) == .success)
    }

    @Test(arguments: [
        ["--mail.transport", "smtp"], ["--mail.transport", "smtp", "--mail.smtp.host", "mail.example.com"],
        smtp + ["--mail.smtp.security", "none"], smtp + ["--mail.smtp.username", "essential"],
        smtp + ["--mail.smtp.password", "secret"], ["--mail.sender", "Essential"], ["--mail.smtp.port", "0"],
    ])
    func refusesMailThatCannotBeSent(flags: [String]) async {
        let program = ServerProgram(environment: ["HOME": "/nonexistent", "LC_ALL": "C.UTF-8"])
        #expect(await program.run(["plugins"] + flags) == .usage)
    }

    @Test(.enabled(if: TemporaryDatabase.isFile)) func lettersAreListedAndRetriedWhereThereIsADatabase() async throws {
        #expect(await run("mail", "list") == .failure)
        let folder = try TemporaryFolder()
        #expect(folder.files().isEmpty, "nothing is made by looking")
        let declared = try ServerDeclarations(ServerSettings(environment: ["HOME": "~"])).contributions(in: .defaults)
        let database = try await TemporaryDatabase(declared.values(of: Migrations.self))
        await database.close()
        try FileManager.default.copyItem(atPath: database.path, toPath: folder.path(of: "essentiald.sqlite"))
        for command in ["list", "retry"] {
            #expect(await run("mail", command, "--server.data", folder.path) == .success)
        }
        #expect(await run("mail", "retry", "nonsense", "--server.data", folder.path) == .usage)
    }

    /// Made anew, it would have the next start remove whatever its rows named.
    @Test(.enabled(if: TemporaryDatabase.isFile), .requirement("STORE-14"))
    func aDatabaseThatHasLostItsTablesIsMadeAnewByNoCommand() async throws {
        let folder = try TemporaryFolder(), database = try await TemporaryDatabase()
        await database.close()
        let file = folder.path(of: "essentiald.sqlite")
        try FileManager.default.copyItem(atPath: database.path, toPath: file)
        let before = try Data(contentsOf: URL(filePath: file))
        for words in [
            ["accounts", "list"], ["mail", "list"], ["backup", "create", "--to", folder.path(of: "backups")],
        ] {
            let program = ServerProgram(environment: ["HOME": "/nonexistent", "LC_ALL": "C.UTF-8"])
            #expect(await program.run(words + ["--server.data", folder.path]) == .failure, "\(words)")
        }
        #expect(try Data(contentsOf: URL(filePath: file)) == before)
    }

    @Test(.requirement("SCALE-05"))
    func aDatabaseIsCopiedWhereThereIsOneAndAPlaceForIt() async throws {
        #expect(await run("database", "copy") == .usage)
        let folder = try TemporaryFolder()
        let flags = ["--server.data", folder.path, "--database.url", "postgresql://ana@/feed?host=/missing"]
        let program = ServerProgram(environment: ["HOME": "/nonexistent", "LC_ALL": "C.UTF-8"])
        #expect(await program.run(["database", "copy"] + flags) == .failure)
        #expect(await program.run(["database", "copy", "--to-file"] + flags) == .failure)
        #expect(folder.files().isEmpty, "nothing is made by looking")
    }

    @Test func aPluginThatIsSwitchedOffIsLeftOut() async {
        #expect(await run("plugins", "--plugins.disabled", "comments") == .success)
    }

    @Test(arguments: ["sessions", "sql-store", "no-such-plugin"])
    func refusesToLeaveOutWhatIsNeededOrUnknown(plugin: String) async {
        #expect(await run("plugins", "--plugins.disabled", plugin) == .usage)
    }
}
