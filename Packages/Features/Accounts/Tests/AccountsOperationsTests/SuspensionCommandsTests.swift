import AccountsOperations
import AccountsService
import AccountsServiceAPI
import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Locking
import OperatingAPI
import OperatingTesting
import PluginKit
import SQLStoreAPI
import SessionsServiceAPI
import Testing

/// `essentiald accounts` as an operator types it.
struct SuspensionCommandsTests {
    private static let ana = "00000000-0000-4000-8000-000000000001"
    private let data: TemporaryServerData
    private let commands: CommandRunner
    private let acts = Locked<[OperatorAct]>([])

    init() async throws {
        let acts = acts
        let follower = OperatorActFollowing([]) { act, _, _, _ in
            // The database calls it twice, and undoes what it did the first time.
            acts.withLock { acts in if acts.last != act { acts.append(act) } }
            return 2
        }
        var declared = Contributions(follower, to: OperatorActFollowers.self)
        declared.add(KeptForAna(), to: AddressKeepers.self)
        data = try await TemporaryServerData(
            AccountsMigrations.all, declarations: declared,
            now: { Date(timeIntervalSince1970: 1_800_000_000) })
        try await data.database.write { db in
            for (number, name) in ["ana", "ben", "cleo"].enumerated() {
                try db.run(
                    """
                    INSERT INTO accounts (id, name, email, canonical_email, created_at)
                    VALUES (\("00000000-0000-4000-8000-00000000000\(number + 1)"), \(name), \("\(name)@example.com"),
                        \("\(name)@example.com"), \(1_700_000_000_000 + number / 2))
                    """)
            }
        }
        let make = try #require(AccountsOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
    }

    private func letters() async throws -> [String] {
        try await data.database.read { db in
            try db.values("SELECT kind FROM account_letters ORDER BY kind", as: String.self)
        }
    }

    @Test func areWellFormed() {
        commands.expectWellFormed()
    }

    @Test(.requirement("OPS-06")) func anAccountIsSuspendedAndReleasedOnce() async throws {
        let run = await commands.run(
            "accounts", "suspend", "ANA@example.com", "--reason", "Advertising in comments", "--json")
        #expect(run.output == "{\"changed\":true,\"ended_sessions\":2,\"user\":\"\(Self.ana)\"}\n")
        #expect(acts.current == [.endedAccess(because: .suspended)])
        let again = await commands.run("accounts", "suspend", "ana@example.com")
        #expect(again.exit == .success && again.output.contains("is suspended already. Nothing was changed."))
        let shown = await commands.run("accounts", "show", "ana@example.com")
        #expect(shown.output.contains("15 Jan 2027") && shown.output.contains("Advertising in comments"))
        #expect(try await letters() == ["suspended"])

        let release = await commands.run("accounts", "release", "ana@example.com", "--json")
        #expect(release.output == "{\"changed\":true,\"user\":\"\(Self.ana)\"}\n")
        #expect(await commands.run("accounts", "release", "ana@example.com").output.contains("isn't suspended"))
        #expect(await !commands.run("accounts", "show", "ana@example.com", "--json").output.contains("suspended_at"))
        #expect(try await letters() == ["released", "suspended"])
        #expect(acts.current == [.endedAccess(because: .suspended), .released])
    }

    @Test(
        .requirement("OPS-06"), arguments: ["", " ", "two\nlines", "\u{1B}[31mred", String(repeating: "x", count: 501)])
    func aReasonIsALine(reason: String) async throws {
        let run = await commands.run("accounts", "suspend", "ana@example.com", "--reason", reason)
        #expect(run.exit == .usage && acts.current == [])
    }

    /// Nobody is in the account until it is gone, and releasing it takes all of that back.
    @Test(.requirement("OPS-06", "DATA-04")) func anAccountIsOrderedToBeDeletedOnceAndReleased() async throws {
        let run = await commands.run("accounts", "delete", "ana@example.com", "--reason", "As you asked", "--json")
        #expect(run.output.contains("\"changed\":true") && run.output.contains("2027-01-29T08:00:00"), "\(run.output)")
        #expect(acts.current == [.endedAccess(because: .accountClosed)])
        let again = await commands.run("accounts", "delete", "ana@example.com")
        #expect(again.exit == .success && again.output.contains("is being deleted already. Nothing was changed."))
        let shown = await commands.run("accounts", "show", "ana@example.com")
        #expect(shown.output.contains("29 Jan 2027") && !shown.output.contains("not while it is suspended"))
        #expect(shown.output.contains("As you asked"))
        #expect(await commands.run("accounts", "list", "--closing").output.contains("being deleted"))
        #expect(try await letters() == ["deletion"])
        #expect(await commands.run("accounts", "release", "ana@example.com").exit == .success)
        let released = await commands.run("accounts", "show", "ana@example.com", "--json")
        #expect(!released.output.contains("deletion_due_at") && !released.output.contains("suspended_at"))
    }

    /// Who is suspended stays so, for the reason that they were told first.
    @Test(.requirement("OPS-06")) func whoIsSuspendedIsDeletedAsWell() async throws {
        _ = await commands.run("accounts", "suspend", "ana@example.com", "--reason", "Advertising")
        #expect(
            await commands.run("accounts", "delete", "ana@example.com", "--json").output.contains("\"changed\":true"))
        let shown = await commands.run("accounts", "show", "ana@example.com")
        #expect(shown.output.contains("Advertising") && shown.output.contains("29 Jan 2027"))
        #expect(try await letters() == ["deletion", "suspended"])
    }

    @Test(.requirement("OPS-06")) func anAddressIsTakenAsProvedAndSessionsEnd() async throws {
        #expect(
            await commands.run("accounts", "verify", "ana@example.com", "--json").output.contains("\"changed\":true"))
        #expect(
            await commands.run("accounts", "verify", "ana@example.com", "--json").output.contains("\"changed\":false"))
        #expect(await commands.run("accounts", "log-out", "ana@example.com").output.contains("ended: 2"))
        #expect(acts.current == [.tookAddressAsProved, .endedAccess(because: .endedByOperator)])
        #expect(await commands.run("accounts", "show", "ana@example.com").output.contains(", proved"))
        #expect(try await letters() == [])
    }

    @Test(.requirement("OPS-06"), arguments: ["suspend", "release", "verify", "log-out", "delete"])
    func whoIsNotThereIsTold(verb: String) async throws {
        for email in ["eve@example.com", "nobody"] {
            let run = await commands.run("accounts", verb, email, "--json")
            #expect(try run.exit == .failure && run.failureCode() == "account_not_found")
        }
        #expect(acts.current == [])
    }

    @Test(.requirement("OPS-06")) func accountsAreListedPageByPageAndByTheirStates() async throws {
        #expect(await commands.run("accounts", "suspend", "cleo@example.com").exit == .success)
        #expect(await commands.run("accounts", "verify", "ben@example.com").exit == .success)
        let first = await commands.run("accounts", "list", "-n", "2", "--json")
        let last = "00000000-0000-4000-8000-000000000002"
        #expect(first.output.contains("ana@") && !first.output.contains("cleo@"))
        #expect(first.output.contains("\"next\":\"\(last)\""))
        let second = await commands.run("accounts", "list", "--after", last, "--json")
        #expect(second.output.contains("cleo@") && !second.output.contains("ben@") && !second.output.contains("next"))
        let suspended = await commands.run("accounts", "list", "--suspended")
        #expect(suspended.output.contains("cleo@") && !suspended.output.contains("ana@"))
        let unproved = await commands.run("accounts", "list", "--unverified")
        #expect(
            unproved.output.contains("ana@") && unproved.output.contains("cleo@") && !unproved.output.contains("ben@"))
        #expect(await commands.run("accounts", "list", "--suspended", "--after", last).exit == .success)
        let unknown = await commands.run("accounts", "list", "--after", UUID().uuidString, "--json")
        #expect(try unknown.failureCode() == "account_not_found")
    }

    /// The owner of an account whose address a thief changed knows only the one before.
    @Test(.requirement("OPS-06", "DATA-02"), arguments: ["show", "suspend", "log-out", "release", "verify", "delete"])
    func anAccountIsFoundByTheAddressThatItHad(verb: String) async throws {
        let run = await commands.run("accounts", verb, "Owner@example.net")
        #expect(run.exit == .success)
        #expect(run.output.hasPrefix("owner@example.net is kept for an account that has another address now, ana@"))
        let json = await commands.run("accounts", verb, "owner@example.net", "--json").output
        #expect(json.contains(Self.ana) && json.contains("\"former_email\":\"owner@example.net\""))
    }

    @Test(.requirement("OPS-06", "DATA-02")) func theAddressBeforeIsShown() async throws {
        let run = await commands.run("accounts", "show", "ana@example.com")
        #expect(run.output.contains("owner@example.net, kept until") && !run.output.contains("is kept for"))
        #expect(await !commands.run("accounts", "suspend", "ana@example.com", "--json").output.contains("former"))
        #expect(await !commands.run("accounts", "show", "ben@example.com").output.contains("kept until"))
    }
}

/// Keeps an address for the first account.
private struct KeptForAna: AddressKeeping {
    private let ana = UserID("00000000-0000-4000-8000-000000000001")
    private let email = EmailAddress("owner@example.net")

    var migrations: [Migration] { [] }

    func keeper(of address: AccountAddress, at now: Date, in transaction: any SQLReading) throws -> UserID? {
        address.canonical == email?.canonical ? ana : nil
    }

    func keptAddress(for id: UserID, at now: Date, in transaction: any SQLReading) throws -> KeptAddress? {
        id == ana ? email.map { KeptAddress($0, until: now.addingTimeInterval(86_400)) } : nil
    }
}
