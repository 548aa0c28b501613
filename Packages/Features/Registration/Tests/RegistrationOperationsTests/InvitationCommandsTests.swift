import AccountsServiceAPI
import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import OperatingAPI
import OperatingTesting
import PluginKit
import RegistrationOperations
import RegistrationService
import SQLStoreAPI
import Testing

/// `essentiald accounts invite` and its neighbours, as an operator types them.
struct InvitationCommandsTests {
    private static let ana = User(
        id: UserID(UUID(uuidString: "6F9619FF-8B86-4011-B42D-00CF4FC964FF")!), name: "Ana",
        email: EmailAddress("ana@example.com")!, isVerified: true, createdAt: Date(timeIntervalSince1970: 0))

    private let deeds = DeedSpy()
    private let date = ManualDate()
    private let data: TemporaryServerData
    private let commands: CommandRunner

    init() async throws { try await self.init(isOn: true) }

    private init(isOn: Bool) async throws {
        var declarations = deeds.declarations
        declarations.add(
            AccountFinding([]) { id, _ in
                id == Self.ana.id ? Self.ana : nil
            } accountAt: { email, _ in
                email == Self.ana.email ? Self.ana : nil
            }, to: AccountFinders.self)
        declarations.add(KeptForAna(), to: AddressKeepers.self)
        if isOn { declarations.add(InvitationTable.migrations[0], to: Migrations.self) }
        data = try await TemporaryServerData(
            InvitationTable.migrations, declarations: declarations, now: date.now)
        let make = try #require(RegistrationOperationsPlugin.declarations.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(data), ofProgram: "essentiald")
    }

    private func rows() async throws -> [InvitationRow] {
        try await data.database.read { [date] db in
            try InvitationTable.page(after: nil, limit: 100, at: date.value, in: db)?.rows ?? []
        }
    }

    @Test func areWellFormed() { commands.expectWellFormed() }

    @Test(.requirement("INVITE-05")) func whereNoLinkWouldArriveOrBeGoodNobodyIsInvited() async throws {
        let run = await commands.run("accounts", "invite", "ben@club.INVALID", "--language", "es")
        #expect(run.exit == .usage && run.errors.contains("nunca llega"), "\(run.errors)")
        let off = try await InvitationCommandsTests(isOn: false)
        let refused = await off.commands.run("accounts", "invite", "ben@example.com", "--json")
        #expect(try refused.failureCode() == "invitations_off")
        #expect(try await off.rows().isEmpty && off.deeds.done.isEmpty)
        #expect(try await rows().isEmpty && deeds.done.isEmpty)
    }

    @Test(.requirement("INVITE-03", "OPS-06"), arguments: ["ben@example.com", "żółw@example.com", "用户@例子.公司"])
    func somebodyIsInvitedAndItIsKept(address: String) async throws {
        let run = await commands.run("accounts", "invite", address)
        #expect(run.exit == .success && run.output.contains("\(address) is invited until"))
        #expect(run.output.contains("Letters aren't sent yet"), "as the server comes")
        let row = try #require(await rows().first)
        #expect(row.email == EmailAddress(address) && !row.hasLetter)
        #expect(row.expiresAt == date.value.addingTimeInterval(7 * 86_400))
        #expect(deeds.done == [.init("person-invited", to: row.id)])
        let list = await commands.run("accounts", "invitations")
        #expect(list.output.contains(address) && list.output.contains("to come"))
    }

    @Test(.requirement("INVITE-03", "OPS-06")) func anotherInvitationTakesThePlaceOfTheEarlier() async throws {
        _ = await commands.run("accounts", "invite", "ben@example.com")
        let first = try await rows()
        date.advance(by: .seconds(60))
        let again = await commands.run("accounts", "invite", "BEN@Example.com")
        #expect(again.output.contains("earlier invitation isn't good any more"))
        let rows = try await rows()
        #expect(rows.count == 1 && rows.first?.id != first.first?.id, "the link of before names nothing")
    }

    @Test(.requirement("INVITE-04"), arguments: ["ana@example.com", "ANA@example.com", "kept@example.com"])
    func whoHasAnAccountIsNotInvited(address: String) async throws {
        let run = await commands.run("accounts", "invite", address, "--json")
        #expect(try run.failureCode() == "has_account" && run.errors.contains("\(Self.ana.id)"))
        #expect(try await rows().isEmpty && deeds.done.isEmpty)
    }

    @Test func whatIsNoAddressInvitesNobody() async throws {
        let run = await commands.run("accounts", "invite", "ana at example.com", "--json")
        #expect(try run.failureCode() == "invalid_email" && deeds.done.isEmpty)
    }

    @Test(.requirement("INVITE-03", "OPS-06")) func anInvitationIsTakenBackOnce() async throws {
        _ = await commands.run("accounts", "invite", "ben@example.com")
        let id = try #require(await rows().first).id
        #expect(await commands.run("accounts", "uninvite", "Ben@example.com").output.contains("isn't invited any more"))
        #expect(try await rows().isEmpty)
        #expect(deeds.done.last == .init("invitation-withdrawn", to: id))
        let again = await commands.run("accounts", "uninvite", "ben@example.com")
        #expect(again.exit == .success && again.output.contains("Nothing was changed") && deeds.done.count == 2)
    }

    @Test(.requirement("INVITE-03", "OPS-06")) func theListHasPagesAndNoneThatEnded() async throws {
        for name in ["a", "b", "c"] {
            _ = await commands.run("accounts", "invite", "\(name)@example.com")
            date.advance(by: .seconds(86_400))
        }
        let rows = try await rows()
        let page = await commands.run("accounts", "invitations", "-n", "2", "--json")
        #expect(page.output.contains("\"next\":\"\(rows[1].id)\""))
        let rest = await commands.run("accounts", "invitations", "--after", "\(rows[1].id)", "--json")
        #expect(rest.output.contains("c@example.com") && !rest.output.contains("b@example.com"))
        date.advance(by: .seconds(5 * 86_400))
        let left = await commands.run("accounts", "invitations")
        #expect(!left.output.contains("a@example.com") && left.output.contains("c@example.com"))
        date.advance(by: .seconds(86_400 * 2))
        #expect(await commands.run("accounts", "invitations").output.contains("Nobody is invited."))
        let lost = await commands.run("accounts", "invitations", "--after", "\(UUID())", "--json")
        #expect(try lost.failureCode() == "invitation_not_found")
    }
}

/// Keeps an address for Ana, who has another one now.
private struct KeptForAna: AddressKeeping {
    let migrations: [Migration] = []

    func keeper(of address: AccountAddress, at now: Date, in transaction: any SQLReading) throws -> UserID? {
        address.canonical == "kept@example.com"
            ? UserID(UUID(uuidString: "6F9619FF-8B86-4011-B42D-00CF4FC964FF")!) : nil
    }

    func keptAddress(for id: UserID, at now: Date, in transaction: any SQLReading) throws -> KeptAddress? { nil }
}
