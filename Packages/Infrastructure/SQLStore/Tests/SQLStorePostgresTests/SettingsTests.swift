import KernelTesting
import Localization
import SQLStoreAPI
import SQLStorePostgres
import SQLStoreTesting
import Testing

struct SettingsTests {
    @Test(arguments: [
        ("postgresql://ana@db.example.com/feed", "postgresql://db.example.com:5432/feed"),
        ("postgres://a:1,b,[::1]:2/x?sslmode=verify-full", "postgresql://a:1,b:5432,::1:2/x"),
        ("postgresql://ana%40home@/x?host=/run/postgresql", "postgresql:///run/postgresql:5432/x"),
        ("postgresql://127.0.0.1:5433/x?sslmode=disable", "postgresql://127.0.0.1:5433/x"),
    ])
    func readsAddresses(_ url: String, _ name: String) throws {
        #expect(try PostgresSettings(url: url).name == name)
    }

    @Test(arguments: [
        ("https://db.example.com/feed", PostgresAddressError.notOne), ("postgresql://db.example.com", .notOne),
        ("postgresql://db.example.com/", .notOne), ("postgresql:///feed", .notOne), ("postgresql://a:0/x", .notOne),
        ("postgresql://[::1/x", .notOne), ("postgresql://a/x%00", .notOne),
        ("postgresql:///x?host=/run/postgresql,evil.example", .notOne), ("postgresql:///x?host=evil.example", .notOne),
        ("postgresql://evil.example/x?host=/run/postgresql", .notOne),
        ("postgresql://ana:secret@a/x", .password), ("postgresql://a/x?password=secret", .password),
        ("postgresql://a/x?options=-c", .unknownOption("options")),
        ("postgresql://a/x?sslmode=require", .unprotected("a")),
        ("postgresql://localhost,b/x?sslmode=prefer", .unprotected("b")),
        ("postgresql://127.evil.example/x?sslmode=disable", .unprotected("127.evil.example")),
    ])
    func refusesWhatItCannotKeep(_ url: String, _ error: PostgresAddressError) {
        #expect(throws: error) { try PostgresSettings(url: url) }
        #expect(!error.text.english.contains("secret"))
    }

    @Test func aPasswordComesFromItsFileAndStaysThere() async throws {
        let server = try await PostgresServer.shared(), name = try await server.makeDatabase()
        _ = try? await server.administer("CREATE ROLE guarded LOGIN PASSWORD 'let me in'")
        try await server.administer("ALTER DATABASE \(name) OWNER TO guarded")
        let folder = try TemporaryFolder(), file = folder.path(of: "password")
        for (password, isRight) in [("let me in", true), ("let me out", false)] {
            let write = try await ChildProcess.run("tee", [file], input: password + "\n")
            #expect(write.exit == .status(0))
            let settings = try server.settings(name, user: "guarded", passwordFile: file)
            let database = PostgresDatabase(settings, migrations: { [.notes] })
            let error = await sqlError { try await database.open() }
            #expect(error == nil || !isRight)
            #expect(error?.code == (isRight ? nil : .unavailable))
            #expect(!"\(error.debugDescription) \(settings)".contains(password))
            await database.close()
        }
        let missing = try server.settings(name, user: "guarded", passwordFile: folder.path(of: "missing"))
        let error = await sqlError { try await PostgresDatabase(missing, migrations: { [] }).open() }
        #expect(error?.code == .cannotOpen)
        #expect(error?.message.contains("missing") == true)
    }
}
