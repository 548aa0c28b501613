import ConsoleAPI
import KernelTesting
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
        #expect(await run("plugins", "--graphviz", "--demo.content", "true") == .success)
    }

    @Test func showsTheConfigurationFromAllSources() async {
        #expect(await run("config", "--tokens.access-lifetime", "2m") == .success)
        #expect(await run("config", environment: ["ESSENTIAL_TOKENS_ACCESS_LIFETIME": "2m"]) == .success)
    }

    @Test(arguments: [
        ["--tokens.access-lifetime", "soon"], ["--tokens.acces-lifetime", "2m"], ["--server.listen", "here"],
        ["--server.trusted-proxies", "everybody"], ["--accounts.enumeration", "loud"],
    ])
    func refusesAConfigurationThatCannotBeMeant(flag: [String]) async {
        #expect(await run("config", flag[0], flag[1]) == .usage)
        #expect(await run("serve", flag[0], flag[1]) == .usage)
    }

    @Test func aPluginThatIsSwitchedOffIsLeftOut() async {
        #expect(await run("plugins", "--plugins.disabled", "comments") == .success)
    }

    @Test(arguments: ["sessions", "sql-store", "no-such-plugin"])
    func refusesToLeaveOutWhatIsNeededOrUnknown(plugin: String) async {
        #expect(await run("plugins", "--plugins.disabled", plugin) == .failure)
    }
}
