import FoundationEssentials
import KernelTesting
import Testing

/// A list of leaked passwords that an operator packs and names.
struct LeakedPasswordsTests {
    @Test(.requirement("SANIT-05")) func nobodyMayChooseAPasswordOfThePackedList() async throws {
        let folder = try TemporaryFolder(), data = folder.path(of: "data")
        let source = folder.path(of: "leaked.txt"), list = folder.path(of: "leaked.list")
        try Data("\(Person.ana.password)\nanother one that leaked\n".utf8).write(to: URL(filePath: source))
        let packed = try await Server.run("passwords", "pack", source, list, "--json", data: data)
        #expect(packed.exit == .status(0), "\(packed.errorText)")
        #expect(try JSON(parsing: packed.outputText)["passwords"]?.number == 2)

        let server = try await Server(data: data, ["--passwords.leaked", list])
        let refused = try await server.ask("POST", "/auth/register", json: Person.ana.registration)
        #expect(refused?.status == 422 && refused?.json?["errors"]?[0]?["code"]?.text == "common_password")
        #expect(try await server.ask("POST", "/auth/register", json: Person.ben.registration)?.status == 201)
        let login = try await server.ask("POST", "/auth/login", json: Person.ben.login)
        let token = try #require(login?.json?["token"]?["access_token"]?.text)
        let change = #"{"current_password":"\#(Person.ben.password)","new_password":"another one that leaked"}"#
        let unchanged = try await server.ask("POST", "/auth/password/change", json: change, token: token)
        #expect(unchanged?.status == 422 && unchanged?.json?["errors"]?[0]?["code"]?.text == "common_password")
        let reset = #"{"code":"12345678","email":"\#(Person.ben.email)","new_password":"another one that leaked"}"#
        let weak = try await server.ask("POST", "/auth/password/reset", json: reset)
        #expect(weak?.status == 422 && weak?.json?["errors"]?[0]?["code"]?.text == "common_password")
    }

    @Test func aListThatCannotBeUsedStopsTheStart() async throws {
        let folder = try TemporaryFolder(), other = folder.path(of: "leaked.txt")
        try Data("password\n".utf8).write(to: URL(filePath: other))
        for path in [other, folder.path(of: "missing")] {
            let server = try Server.spawn(
                data: folder.path(of: "data"), ["--listen", "127.0.0.1:0", "--passwords.leaked", path])
            let outcome = await server.outcome()
            #expect(outcome.exit == .status(2))
            #expect(Server.log(of: folder.path(of: "data")).contains(path))
        }
    }
}
