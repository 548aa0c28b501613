import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyTesting
import FoundationEssentials
import HTTPTypes
import KernelTesting
import Presenting
import RegistrationService
import SQLStoreAPI
import TelemetryAPI
import TelemetryTesting
import Testing

/// The strict mode, in which no answer reveals whether an address has an
/// account (D2).
struct EnumerationTests {
    private let ada = EmailAddress("ada@example.com")!

    private func server(readsFail: Bool = false) async throws -> RegistrationServer {
        try await RegistrationServer(RegistrationPolicy(enumeration: .strict), readsFail: readsFail)
    }

    @Test(.requirement("REG-18")) func knownAndUnknownAddressesGetTheSameAnswer() async throws {
        let server = try await server()
        let unknown = try await server.register()
        let known = try await server.register(name: "Eve", password: "another kettle lamp")
        #expect(unknown == known, "status, header fields and body are the same")
        #expect(unknown.status == .accepted)
        #expect(unknown.fields[.cacheControl] == "no-store")
        #expect(String(decoding: unknown.body, as: UTF8.self) == #"{"status":"check_mail"}"#)
        #expect(server.hashing.calls == [.hash, .hash], "both cost the same work")
    }

    @Test(.requirement("REG-18")) func theOwnerIsToldInstead() async throws {
        let server = try await server()
        _ = try await server.register()
        #expect(server.owners.told.isEmpty)
        let owner = try #require(try await server.accounts.accounts.account(email: ada))
        _ = try await server.register(name: "Eve", email: "ADA@example.com", password: "another kettle lamp")
        #expect(server.owners.told == [owner])
        #expect(try await server.accounts.accounts.account(email: ada) == owner)
        #expect(
            try await server.accounts.passwords.authenticate(
                email: ada, password: Secret(RegistrationServer.password)) == .accepted(owner, replacements: 0))
    }

    @Test(.requirement("REG-18", "DATA-02")) func whoReadsAKeptAddressIsTold() async throws {
        let server = try await RegistrationServer(
            RegistrationPolicy(enumeration: .strict), keepers: [KeepsEverything()])
        let kept = try await server.register(), unknown = try await self.server().register()
        #expect(kept == unknown, "status, header fields and body are the same")
        #expect(server.owners.kept.map(\.description) == ["Ada@example.com"] && server.owners.told.isEmpty)
        #expect(try await server.accountCount() == 0)
    }

    @Test(.requirement("REG-14"), arguments: RegistrationPolicy.Enumeration.allCases)
    func onlyANewAccountIsAnnouncedToThoseWhoSendTheCode(enumeration: RegistrationPolicy.Enumeration) async throws {
        let server = try await RegistrationServer(RegistrationPolicy(enumeration: enumeration))
        _ = try await server.register(language: "es-MX, en;q=0.5")
        _ = try await server.register(name: "Eve", password: "another kettle lamp")
        let user = try #require(try await server.accounts.accounts.account(email: ada))
        #expect(server.events.recorded == [.created(user, in: "es")])
        #expect(server.events.observed == [.created(user, in: "es")])
    }

    @Test(.requirement("REG-18")) func noSessionBeginsSinceThatWouldTell() async throws {
        let server = try await server()
        _ = try await server.register()
        #expect(try await server.accountCount() == 1)
        #expect(try await server.sessionCount() == 0)
    }

    @Test(.requirement("REG-18")) func anOwnerWhoCannotBeToldDoesNotChangeTheAnswer() async throws {
        let server = try await server(readsFail: true)
        let unknown = try await server.register()
        let known = try await server.register(name: "Eve", password: "another kettle lamp")
        #expect(unknown == known)
        #expect(unknown.status == .accepted)
        #expect(server.log.records.last?.level == .error)
    }

    @Test(.requirement("REG-18")) func whatCannotBeAcceptedIsRefusedWhateverTheAddress() async throws {
        let server = try await server()
        _ = try await server.register()
        let known = try await server.register(password: "short")
        let unknown = try await server.register(email: "eve@example.com", password: "short")
        #expect(known == unknown)
        #expect(known.status == .unprocessableContent)
    }

    @Test(.requirement("REG-16", "REG-18")) func byDefaultTheAddressIsNamedAsInUse() async throws {
        let server = try await RegistrationServer()
        _ = try await server.register()
        #expect(try await server.register().status == .conflict)
        #expect(server.owners.told.isEmpty)
    }

    @Test(arguments: [true, false]) func recoveryIsNamedOnlyWhereThereIsOne(offersRecovery: Bool) async throws {
        let server = try await RegistrationServer(offering: offersRecovery ? [.recover, .verify] : [.verify])
        _ = try await server.register()
        let detail = try await server.register().problem.detail
        #expect(detail?.hasPrefix("Log in instead") == true)
        #expect(detail?.contains("recover") == offersRecovery)
    }
}

private struct KeepsEverything: AddressKeeping {
    var migrations: [Migration] { [] }

    func keeper(of address: AccountAddress, at now: Date, in transaction: any SQLReading) throws -> UserID? {
        UserID(UUID())
    }

    func keptAddress(for id: UserID, at now: Date, in transaction: any SQLReading) throws -> KeptAddress? { nil }
}
