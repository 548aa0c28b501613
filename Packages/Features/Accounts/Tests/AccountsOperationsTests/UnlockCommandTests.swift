import AccountsOperations
import AccountsService
import AccountsServiceAPI
import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import OperatingAPI
import OperatingTesting
import PluginKit
import SQLStoreAPI
import Testing

/// `essentiald accounts unlock`, and locks as operators see them.
struct UnlockCommandTests {
    private static let ids = (1...3).map { "00000000-0000-4000-8000-00000000000\($0)" }
    private let commands: CommandRunner
    private let deeds = DeedSpy()

    init() async throws {
        let finding = PasswordLockFinding { _ in
            [Migration("locks-0001", "CREATE TABLE locks (user_id TEXT PRIMARY KEY, ends_at BIGINT);")]
        } open: { _, _, _ in
            LocksInTable()
        }
        var declared = deeds.declarations
        declared.add(finding, to: PasswordLockFinders.self)
        let data = try await TemporaryServerData(
            AccountsMigrations.all + finding.migrations(Contributions()), declarations: declared,
            now: { Date(timeIntervalSince1970: 1_800_000_000) })
        try await data.database.write { db in
            for (id, name) in zip(Self.ids, ["ana", "ben", "cleo"]) {
                try db.run(
                    """
                    INSERT INTO accounts (id, name, email, canonical_email, created_at)
                    VALUES (\(id), \(name), \("\(name)@example.com"), \("\(name)@example.com"), 1700000000000)
                    """)
            }
            try db.run("INSERT INTO locks (user_id, ends_at) VALUES (\(Self.ids[0]), 1800000900000)")
            try db.run("INSERT INTO locks (user_id, ends_at) VALUES (\(Self.ids[1]), NULL)")
        }
        let make = try #require(AccountsOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
    }

    @Test(.requirement("OPS-06")) func aLockIsSeenWithItsEnd() async throws {
        #expect(await commands.run("accounts", "show", "ana@example.com").output.contains("by wrong passwords, until"))
        let json = await commands.run("accounts", "show", Self.ids[0], "--json").output
        #expect(json.contains("\"locked_until\":\"2027-01-15T08:15:00Z\""), "\(json)")
        #expect(await commands.run("accounts", "show", "ben@example.com").output.contains("very many wrong passwords"))
        let list = await commands.run("accounts", "list").output.split(separator: "\n")
        #expect(list.filter { $0.contains("locked") }.count == 2)
        #expect(list.contains { $0.contains("cleo") && !$0.contains("locked") })
    }

    @Test(.requirement("OPS-06"), arguments: ["ANA@example.com", ids[0]])
    func anAccountIsUnlockedOnce(person: String) async throws {
        let run = await commands.run("accounts", "unlock", person, "--json")
        #expect(run.output == "{\"changed\":true,\"user\":\"\(Self.ids[0])\"}\n")
        #expect(deeds.done == [.init("account-unlocked", to: UserID(Self.ids[0]))])
        let again = await commands.run("accounts", "unlock", person)
        #expect(again.exit == .success && again.output.contains("Nothing was changed") && deeds.done.count == 1)
        #expect(await !commands.run("accounts", "show", person).output.contains("wrong passwords"))
    }

    /// Each takes what logs and events name people by, as it takes addresses.
    @Test(
        .requirement("OPS-06"), arguments: ["show", "suspend", "release", "verify", "log-out", "unlock"])
    func eachTakesAddressAndIdentifier(command: String) async throws {
        for person in ["ben@example.com", Self.ids[1], Self.ids[1].uppercased()] {
            #expect(await commands.run("accounts", command, person).exit == .success, "\(person)")
        }
        for nobody in ["x@example.com", "00000000-0000-4000-8000-000000000009", "nobody"] {
            let run = await commands.run("accounts", command, nobody, "--json")
            #expect(try run.failureCode() == "account_not_found")
        }
    }
}

/// Locks as a test wrote them.
private struct LocksInTable: PasswordLocks {
    func lock(of account: User, at now: Date, in transaction: any SQLReading) throws -> PasswordLock? {
        try transaction.first("SELECT ends_at FROM locks WHERE user_id = \(account.id)") { row in
            try row[0, as: Date?.self].map { .until($0) } ?? .untilReset
        }
    }

    func unlock(_ account: User, in transaction: any SQLWriting) throws -> Bool {
        try transaction.run("DELETE FROM locks WHERE user_id = \(account.id)").rowsChanged > 0
    }
}
