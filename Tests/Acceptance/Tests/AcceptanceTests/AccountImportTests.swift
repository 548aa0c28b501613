import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// People who arrive at a built server from another account system, beside it as it runs.
///
/// The variable `ESSENTIAL_IMPORT_PEOPLE` says how many; at night ten thousand. Hashes of the other systems are real and
/// cheap, those of this server are of the full cost.
@Suite(.timeLimit(.minutes(20)))
struct AccountImportTests {
    private static let people = Surroundings.number("ESSENTIAL_IMPORT_PEOPLE") ?? 300

    private static func export(_ system: String, of count: Int, to path: String) async throws {
        let program = Programs.root + "/Packages/Features/AccountImport/Tests/AccountImportOperationsTests/people.py"
        let outcome = try await ChildProcess.run("/usr/bin/python3", [program, system, "\(count)"])
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        try Data(outcome.outputText.utf8).write(to: URL(filePath: path))
    }

    private static func login(_ number: Int) -> String {
        #"{"email":"person\#(number)@example.com","password":"password of \#(number)"}"#
    }

    private static func sum(_ outcome: ChildProcess.Outcome) throws -> [Int?] {
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        let sum = try JSON(parsing: outcome.outputText)["sum"]
        return ["taken", "taken_before", "address_taken", "refused"].map { name -> Int? in sum?[name]?.number }
    }

    private static func accounts(in data: String, _ condition: String = "1") async throws -> String {
        let outcome = try await ChildProcess.run(
            "sqlite3",
            [
                "-readonly", data + "/essentiald.sqlite",
                "SELECT group_concat(email) FROM accounts WHERE email LIKE 'person%' AND \(condition)",
            ])
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        return outcome.outputText
    }

    @Test(
        .requirement("IMPORT-01", "IMPORT-02", "IMPORT-09", "IMPORT-10", "D21"),
        arguments: ["keycloak", "supabase", "pocketbase"])
    func peopleLogInWithPasswordsAndCodesOfBefore(system: String) async throws {
        let stage = try await Stage(), data = stage.server.data, file = stage.folder.path(of: "export")
        let people = Self.people
        try await Self.export(system, of: Self.people, to: file)
        let plan = try await Server.run("import", system, file, "--json", data: data)
        #expect(try Self.sum(plan) == [people, 0, 0, 0])
        #expect(try await stage.server.ask("POST", "/auth/login", json: Self.login(1))?.status == 401)

        let taken = try await Server.run("import", system, file, "--apply", "--json", data: data)
        #expect(try Self.sum(taken) == [people, 0, 0, 0])
        let mark = try await Self.accounts(in: data, "password_hash LIKE '$%,k=%'")
        #expect(mark.split(separator: ",").count == Self.people, "each with the server's pepper")
        let again = try await Server.run("import", system, file, "--apply", "--json", data: data)
        #expect(try Self.sum(again) == [0, people, 0, 0])
        for number in [1, 2, 3, Self.people - 1] {
            #expect(try await stage.server.ask("POST", "/auth/login", json: Self.login(number))?.status == 200)
            // By the hash of this server.
            #expect(try await stage.server.ask("POST", "/auth/login", json: Self.login(number))?.status == 200)
        }
        let wrong = Self.login(4).replacing("of 4", with: "of 5")
        #expect(try await stage.server.ask("POST", "/auth/login", json: wrong)?.status == 401)
        let replaced = try await Self.accounts(in: data, "password_hash LIKE '$scrypt$%'")
        #expect(replaced.contains("person1@example.com") && !replaced.contains("person4@example.com"))

        if system == "pocketbase" {
            #expect(try await stage.server.ask("POST", "/auth/login", json: Self.login(10))?.status == 200)
        } else {
            let phone = Client(home: stage.folder.path(of: "phone"), address: stage.server.address)
            let login = ["login", "--email", "person10@example.com", "--password-stdin"]
            func logIn(_ code: String) async throws -> ChildProcess.Exit {
                let child = try phone.spawn(login + ["--code", code])
                child.provideInput("password of 10\n")
                return await child.outcome().exit
            }
            #expect(try await logIn("000000") == .status(3))
            let secret = "ONSWG4TFOQWW6ZRNMF2XI2DFNZ2GSY3BORXXELJRGA======"
            let code = try await ChildProcess.run(
                "python3", [Programs.root + "/Tests/Acceptance/Support/authenticator.py", "code", secret, "0"])
            #expect(try await logIn(String(code.outputText.prefix(6))) == .status(0), "\(code.errorText)")
        }
        // The server takes what waits into the trail in its next rounds.
        var events = ""
        while events.components(separatedBy: "operator.account-imported").count <= Self.people {
            events = try await Server.run("audit", "export", "-", data: data).outputText
        }
        #expect(events.contains("\(system) taken=\(Self.people) taken_before=0 address_taken=0 refused=0"))
        #expect(!events.contains("person1@"))
        #expect(await stage.server.stop() == .status(0))
        #expect(Server.errors(of: data) == [] && !Server.log(of: data).contains("password of"))
    }

    /// Beside a library that other servers do without.
    @Test(.requirement("IMPORT-08", "IMPORT-11")) func withoutItsLibraryNobodyIsTurnedAway() async throws {
        let stage = try await Stage(), data = stage.server.data, file = stage.folder.path(of: "export")
        let missing = try await PreloadedLibrary("missing-libraries.c", in: stage.folder)
        try await Self.export("keycloak", of: 3, to: file)
        let words = ["import", "keycloak", file, "--apply", "--json"]
        let around = Surroundings.variables.merging(["HOME": data + ".home", "ESSENTIAL_SERVER_DATA": data]) { $1 }
        let refused = try await ChildProcess.run(
            Programs.essentiald, words, environment: around.merging(missing.environment) { $1 })
        #expect(refused.exit == .status(1) && refused.errorText.contains("libargon2-1"), "\(refused.errorText)")
        #expect(try await Self.accounts(in: data) == "\n")
        #expect(try Self.sum(try await Server.run("import", "keycloak", file, "--apply", "--json", data: data))[0] == 3)
        #expect(await stage.server.stop() == .status(0))
        let outcome = await (try Server.spawn(data: data, environment: missing.environment)).outcome()
        #expect(outcome.exit == .status(1), "\(outcome.errorText)")
        #expect((outcome.errorText + outcome.outputText + Server.log(of: data)).contains("libargon2-1"))
        let server = try await Server(data: data)
        #expect(try await server.ask("POST", "/auth/login", json: Self.login(2))?.status == 200)
        #expect(await server.stop() == .status(0))
        // Nobody is left who needs it.
        let after = try await Server(data: data, environment: missing.environment)
        #expect(await after.stop() == .status(0))
    }

    /// The program that takes people dies, over and over, while the server runs.
    @Test(.requirement("IMPORT-03")) func whatWasKilledIsBegunAgain() async throws {
        let stage = try await Stage(), data = stage.server.data, file = stage.folder.path(of: "export")
        let count = max(Self.people, 2_000)
        try await Self.export("keycloak", of: count, to: file)
        var kills = 0, number = 0
        let words = ["import", "keycloak", file, "--apply", "--json"]
        let environment = Surroundings.variables.merging(["HOME": data + ".home", "ESSENTIAL_SERVER_DATA": data]) { $1 }
        while number < count, kills < 8 {
            let child = try ChildProcess(Programs.essentiald, words, environment: environment)
            // As soon as more people are there than before.
            var present = number
            while present == number || present % 100 != 0 {
                present = try await Self.accounts(in: data).split(separator: ",").count
                if present == count { break }
            }
            child.send(SIGKILL)
            if await child.outcome().exit != .status(0) { kills += 1 }
            number = try await Self.accounts(in: data).split(separator: ",").count
            #expect(number % 100 == 0, "each hundred whole or not at all")
        }
        #expect(kills > 0)
        let last = try Self.sum(try await Server.run("import", "keycloak", file, "--apply", "--json", data: data))
        #expect(last == [count - number, number, 0, 0])
        #expect(try await Self.accounts(in: data).split(separator: ",").count == count)
        let factors = try await ChildProcess.run(
            "sqlite3",
            ["-readonly", data + "/essentiald.sqlite", "SELECT count(*) FROM authenticators, imported_accounts"])
        #expect(factors.outputText == "\(count / 10 * count)\n")
        #expect(try await stage.server.ask("POST", "/auth/login", json: Self.login(1))?.status == 200)
        #expect(await stage.server.stop() == .status(0))
    }
}
