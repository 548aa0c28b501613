import AccountsServiceAPI
import AccountsServiceTesting
import BrowserLoginAPI
import BrowserLoginContract
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// What was let in, and hasn't come in yet, when its person ends what may be a stranger's.
struct VoidedLoginTests {
    /// What a person does who noticed something.
    enum Remedy: CaseIterable, Sendable {
        case endOthers, endAll, password, logOut, endIt
    }

    private func apply(_ remedy: Remedy, _ accounts: RunningAccounts, _ person: BrowserLoginServer.Person) async throws
    {
        let ending = accounts.server.ending
        switch remedy {
        case .endOthers: try await ending.endSessions(of: person.user.id, except: person.session, because: .terminated)
        case .endAll: try await ending.endSessions(of: person.user.id, except: nil, because: .terminated)
        case .logOut: try await ending.endSession(person.session, of: person.user.id, because: .logout)
        case .endIt: try await ending.endSession(person.session, of: person.user.id, because: .terminated)
        case .password:
            let password = try await accounts.passwords.prepare(Secret("seven blue coffee cups"))
            let isReplaced = try await accounts.database.write { db in
                try accounts.passwords.replacePassword(
                    of: person.user.id, at: person.user.email, with: password, keeping: person.session,
                    ifReplaced: nil, in: db) != nil
            }
            #expect(isReplaced)
        }
    }

    @Test(.requirement("BROWSERLOGIN-12", "SESS-07"), arguments: Remedy.allCases)
    func aDeviceStaysOut(after remedy: Remedy) async throws {
        let server = try await DeviceLoginServer(), person = try await server.register()
        let other = try await server.register("eva@example.com")
        let begun = try await server.codes(), others = try await server.codes(), open = try await server.codes()
        #expect(try await server.letIn(begun.userCode, by: person).status == .noContent)
        #expect(try await server.letIn(others.userCode, by: other).status == .noContent)
        try await apply(remedy, server.accounts, person)
        #expect(try await server.count("device_logins", where: "user_id = \(person.user.id)") == 0)
        #expect(try await server.ask(begun.deviceCode).code == "expired_token")
        #expect(try await server.ask(others.deviceCode).status == .ok, "others' come in")
        #expect(try await server.ask(open.deviceCode).code == "authorization_pending")
    }

    @Test(.requirement("BROWSERLOGIN-01", "SESS-07"), arguments: Remedy.allCases)
    func aProgramStaysOut(after remedy: Remedy) async throws {
        let server = try await BrowserLoginServer(), person = try await server.register()
        let other = try await server.register("eva@example.com")
        let code = try await server.code(of: person), others = try await server.code(of: other)
        try await apply(remedy, server.accounts, person)
        let reply = try await server.logIn(with: code)
        #expect(reply.status == .unauthorized && reply.code == "login_code_refused")
        #expect(try await server.logIn(with: others).status == .ok)
    }

    @Test(.requirement("BROWSERLOGIN-12")) func whoLetADeviceInTakesItBackUntilItHeardOfThat() async throws {
        let server = try await DeviceLoginServer(), person = try await server.register()
        let other = try await server.register("eva@example.com")
        let begun = try await server.codes()
        #expect(try await server.letIn(begun.userCode, by: person).status == .noContent)
        #expect(try await server.refuse(begun.userCode, by: other).code == "unknown_user_code")
        #expect(try await server.refuse(begun.userCode, by: person).status == .noContent)
        #expect(try await server.ask(begun.deviceCode).code == "access_denied")
        let fetched = try await server.codes()
        #expect(try await server.letIn(fetched.userCode, by: person).status == .noContent)
        #expect(try await server.ask(fetched.deviceCode).status == .ok)
        #expect(try await server.refuse(fetched.userCode, by: person).code == "unknown_user_code")
    }

    @Test(.requirement("BROWSERLOGIN-11")) func whatIsLetInAtTheLastMomentHasAMinuteToHearOfIt() async throws {
        let server = try await DeviceLoginServer(), begun = try await server.codes()
        server.accounts.date.advance(by: .seconds(598))
        #expect(try await server.letIn(begun.userCode, by: server.register()).status == .noContent)
        server.accounts.date.advance(by: .seconds(50))
        #expect(try await server.ask(begun.deviceCode).status == .ok)
        let late = try await server.codes()
        server.accounts.date.advance(by: .seconds(599))
        #expect(try await server.letIn(late.userCode, by: server.register("eva@example.com")).status == .noContent)
        server.accounts.date.advance(by: .seconds(60))
        #expect(try await server.ask(late.deviceCode).code == "expired_token")
    }
}
