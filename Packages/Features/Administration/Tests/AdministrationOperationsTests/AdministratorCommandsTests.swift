import AccountsServiceAPI
import AdministrationOperations
import AdministrationService
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

struct AdministratorCommandsTests {
    private static let ana = User(
        id: UserID(UUID(uuidString: "6F9619FF-8B86-4011-B42D-00CF4FC964FF")!), name: "Ana",
        email: EmailAddress("ana@example.com")!, isVerified: true, createdAt: Date(timeIntervalSince1970: 0))

    private let deeds = DeedSpy()
    private let data: TemporaryServerData
    private let commands: CommandRunner

    init() async throws {
        var declarations = deeds.declarations
        declarations.add(
            AccountFinding([]) { id, _ in
                id == Self.ana.id ? Self.ana : nil
            } accountAt: { email, _ in
                email == Self.ana.email ? Self.ana : nil
            }, to: AccountFinders.self)
        data = try await TemporaryServerData(AdministrationMigrations.all, declarations: declarations)
        let make = try #require(AdministrationOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
    }

    @Test func areWellFormed() {
        commands.expectWellFormed()
    }

    /// Nothing in the database opens what was printed once.
    @Test(.requirement("ADMIN-01", "ADMIN-02")) func anInvitationIsShownOnceAndKeptAsADigest() async throws {
        let run = await commands.run("admin", "invite", "--json")
        let link = try #require(run.output.firstMatch(of: /\/administrator\?token=([A-Za-z0-9_-]{43})"/))
        let kept = try await data.database.read { db in
            try db.values("SELECT digest FROM administrator_invitations", as: Data.self)
        }
        #expect(kept.count == 1 && kept[0].count == 32 && kept[0] != Data(link.output.1.utf8))
        #expect(deeds.done == [.init("administrator-invited")])
    }

    /// Which one, nobody can say who doesn't have its link.
    @Test(.requirement("ADMIN-01", "ADMIN-02")) func invitationsAreTakenBack() async throws {
        for _ in 0..<2 { _ = await commands.run("admin", "invite") }
        let list = await commands.run("admin", "list")
        #expect(list.output.contains("nobody used yet: 2"), "\(list.output)")
        for count in [2, 0] {
            let run = await commands.run("admin", "withdraw", "--json")
            #expect(run.exit == .success && run.output == "{\"count\":\(count)}\n", "\(run.output)")
        }
        let kept = try await data.database.read { db in
            try db.values("SELECT digest FROM administrator_invitations", as: Data.self)
        }
        #expect(kept.isEmpty)
        #expect(
            deeds.done == [
                .init("administrator-invited"), .init("administrator-invited"),
                .init("administrator-invitations-withdrawn"),
            ])
    }

    @Test(.requirement("ADMIN-02")) func whoIsRemovedIsNoneAnyMore() async throws {
        let none = await commands.run("admin", "list", "--json")
        #expect(none.output == "{\"administrators\":[],\"invitations\":[]}\n")
        try await data.database.write { db in
            try db.run("INSERT INTO administrators (user_id, since) VALUES (\(Self.ana.id), 0)")
        }
        let list = await commands.run("admin", "list", "--json")
        #expect(list.output.contains("ana@example.com"), "\(list.output)")
        for isChanged in [true, false] {
            let run = await commands.run("admin", "remove", "ana@example.com", "--json")
            #expect(run.exit == .success && run.output.contains("\"changed\":\(isChanged)"), "\(run.output)")
        }
        let unknown = await commands.run("admin", "remove", "ben@example.com", "--json")
        #expect(try unknown.failureCode() == "account_not_found")
        #expect(deeds.done == [.init("administrator-removed", to: Self.ana.id)])
    }
}
