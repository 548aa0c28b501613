import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import Glibc
import KernelTesting
import OperatingTesting
import SQLStoreAPI
import Testing

/// Files that nobody's program exported.
struct HostileFileTests {
    private static let head = "COPY auth.users (id, email, encrypted_password, banned_until) FROM stdin;\n"

    private static let noExports: [(String, String)] = [
        ("keycloak", ""), ("keycloak", "{}"), ("keycloak", "[]"), ("keycloak", "{\"users\":[{\"id\":\"1\""),
        ("keycloak", "{\"users\":" + deep),
        ("keycloak", "{\"users\":{}}"), ("keycloak", "{\"users\":[1e999]}"), ("keycloak", "\u{0}\u{0}"),
        ("keycloak", "{\"users\":[{\"enabled\":\"yes\"}]}"),
        ("pocketbase", ""), ("pocketbase", "{\"id\":1}"), ("pocketbase", "SQLite format 3\u{0}"),
        ("pocketbase", "[{\"id\":\"1\",\"verified\":1e40}]"),
        ("supabase", ""), ("supabase", "INSERT INTO auth.users VALUES (1);\n"), ("supabase", head),
        ("supabase", head + "1\ta@example.com\tx\t\\N\n"), ("supabase", head + "1\ta@example.com\n\\.\n"),
        ("supabase", head + long + "\n\\.\n"),
    ]
    private static let deep = String(repeating: "[", count: 100_000)
    private static let long = String(repeating: "x", count: (1 << 20) + 1)

    @Test(.requirement("IMPORT-08"), arguments: noExports)
    func whatIsNoExportIsRefused(system: String, content: String) async throws {
        let server = try await ArrivalServer(), run = try await server.take(system, Data(content.utf8), "--apply")
        #expect(
            run.exit == .failure && run.text.contains("unreadable_export") && run.text.contains("Nothing was changed"))
        #expect(try await server.rows(of: "accounts", ordered: "email").isEmpty && server.deeds.done.isEmpty)
    }

    @Test(
        .requirement("IMPORT-08"),
        arguments: [
            ("keycloak", "{\"users\":[{\"id\":\"1\"},{\"enabled\":\"yes\"}]}", "users[1].enabled"),
            ("pocketbase", "[{\"id\":\"1\"},{}]", "[1].id"), ("supabase", head + "1\ta@example.com\n\\.\n", "line 2"),
            ("supabase", "\n" + head + "1\ta@example.com\tx\t\\N\n" + long + "\n\\.\n", "line 4"),
        ])
    func whereReadingEndedIsSaid(system: String, content: String, place: String) async throws {
        let run = try await ArrivalServer().take(system, Data(content.utf8))
        #expect(run.text.contains("Reading ended at \(place)."), "\(run.text)")
    }

    @Test(.requirement("IMPORT-08")) func bytesThatAreNoTextAreRefused() async throws {
        let server = try await ArrivalServer()
        let run = try await server.take(
            "supabase", Data(Self.head.utf8) + [0xFF, 0xFE] + Data("\ta@example.com\tx\t\\N\n\\.\n".utf8), "--apply")
        #expect(run.exit == .failure && run.text.contains("unreadable_export"))
    }

    @Test(.requirement("IMPORT-08")) func whatIsNoPlainFileIsRefused() async throws {
        let server = try await ArrivalServer(), folder = try TemporaryFolder()
        try Data(Export.realm()).write(to: URL(filePath: folder.path(of: "real")))
        unsafe #expect(mkfifo(folder.path(of: "pipe"), 0o600) == 0)
        unsafe #expect(symlink(folder.path(of: "real"), folder.path(of: "link")) == 0)
        for name in ["pipe", "link", "."] {
            let run = try await server.take("keycloak", file: folder.path(of: name))
            #expect(run.exit == .failure && run.text.contains("file_not_plain"), "\(name)")
        }
        let large = folder.path(of: "large")
        unsafe #expect(close(open(large, O_CREAT | O_WRONLY, 0o600)) == 0 && truncate(large, 257 << 20) == 0)
        #expect(try await server.take("keycloak", file: large).text.contains("file_too_large"))
        #expect(try await server.take("keycloak", file: folder.path(of: "none")).text.contains("There is no file"))
    }

    /// A key that is there twice, a NUL, marks of a table, and what acts on a terminal.
    @Test(.requirement("IMPORT-08", "IMPORT-07")) func whatIsWithinIsAPersonOrNot() async throws {
        let server = try await ArrivalServer()
        let twice = #"{"id":"1","email":"a@example.com","email":"b@example.com","username":"a"}"#
        let run = try await server.take(
            "keycloak",
            Export.realm(twice, Export.user(2, "nul\\u0000@example.com"), Export.user(3, "esc\\u001b[2J@example.com")),
            "--apply")
        #expect(run.report?.sum == ["taken": 1, "taken_before": 0, "address_taken": 0, "refused": 2])
        #expect(run.exit == .failure, "a script learns that people stay behind")
        let shown = await server.commands.run("import", "keycloak", "/nowhere\u{1B}[2J")
        #expect(!shown.errors.contains("\u{1B}"))
    }

    /// Nobody who had a second factor is let in without it.
    @Test(.requirement("IMPORT-07", "IMPORT-08"), arguments: ["", "COPY auth.mfa_factors (user_id, fac"])
    func aDumpThatDoesNotSayWhoHasAFactorIsRefused(end: String) async throws {
        let server = try await ArrivalServer()
        let export = "COPY auth.users (id, email) FROM stdin;\n1\tana@example.com\n\\.\n" + end
        let run = try await server.take("supabase", Data(export.utf8))
        #expect(run.exit != .success && run.report == nil, "\(run.text)")
    }

    @Test(.requirement("IMPORT-07")) func whatPeopleOfOtherTablesWroteIsNoTable() async throws {
        let server = try await ArrivalServer()
        let export = """
            COPY public.notes (title) FROM stdin;
            COPY auth.users (email) FROM stdin;
            ceo@example.com
            \\.
            COPY auth.users (id, email) FROM stdin;
            1\tana@example.com
            \\.
            COPY auth.mfa_factors (user_id, factor_type, status, secret) FROM stdin;
            \\.

            """
        let run = try await server.take("supabase", Data(export.utf8))
        #expect(run.outcomes.count == 1)
    }

    @Test(.requirement("IMPORT-07", "IMPORT-08"), arguments: ["sms-authenticator", "recovery-authn-codes", "OTP"])
    func aFactorOfKeycloakThatNobodyKnowsIsOne(type: String) async throws {
        let server = try await ArrivalServer()
        let people = #"{"id":"1","username":"ana","email":"ana@example.com","credentials":[{"type":"\#(type)"}]}"#
        let run = try await server.take("keycloak", Data(#"{"users":[\#(people)]}"#.utf8))
        #expect(run.outcomes.count == 1 && run.outcomes[0].contains("factor_not_taken"), "\(run.outcomes)")
    }

    @Test(.requirement("IMPORT-07")) func aNameOfKeycloakIsNoProvedAddress() async throws {
        let server = try await ArrivalServer()
        let people = #"{"id":"1","username":"boss@example.com","email":"","emailVerified":true}"#
        let run = try await server.take("keycloak", Data(#"{"users":[\#(people)]}"#.utf8))
        #expect(run.outcomes.count == 1 && run.outcomes[0].contains("unverified"), "\(run.outcomes)")
    }

    @Test(.requirement("IMPORT-07")) func columnsOfSupabaseAreRead() async throws {
        let server = try await ArrivalServer()
        let export = """
            COPY other.users (id) FROM stdin;
            1
            \\.
            COPY "auth"."users" (email, id, raw_user_meta_data, banned_until, deleted_at, is_anonymous, email_confirmed_at) FROM stdin;
            tab\\tx@example.com\t1\t\\N\t\\N\t\\N\tf\t\\N
            ana@example.com\t2\t{"name": "A \\\\"B\\\\""}\t2020-01-01 00:00:00+00\t\\N\tf\t2024-05-01 10:00:00+00
            ben@example.com\t3\t\\N\t2999-01-01 00:00:00.5+02\t\\N\tf\t\\N
            cleo@example.com\t4\t\\N\tinfinity\t\\N\tf\t\\N
            dan@example.com\t5\t\\N\t\\N\t2024-05-01 10:00:00+00\tf\t\\N
            \\N\t6\t\\N\t\\N\t\\N\tt\t\\N
            \\N\t7\t\\N\t\\N\t\\N\tf\t\\N
            \\.
            COPY auth.mfa_factors (user_id, factor_type, status, secret) FROM stdin;
            2\ttotp\tunverified\tJBSWY3DPEHPK3PXP
            3\tphone\tverified\t\\N
            \\.
            COPY auth.identities (user_id, provider) FROM stdin;
            2\temail
            2\tgoogle
            \\.

            """
        let run = try await server.take("supabase", Data(export.utf8))
        #expect(
            run.outcomes == [
                "invalid_address", "taken no_password provider_links_left", "factor_not_taken",
                "taken unverified suspended no_password name_replaced", "deleted", "anonymous", "no_address",
            ])
    }
}
