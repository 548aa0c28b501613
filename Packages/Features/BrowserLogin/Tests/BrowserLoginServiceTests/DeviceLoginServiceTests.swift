import AccountsServiceTesting
import BrowserLoginAPI
import BrowserLoginContract
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import Locking
import SQLStoreAPI
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryTesting
import Testing

struct DeviceLoginServiceTests {
    @Test(.requirement("BROWSERLOGIN-11")) func beginsWithTwoCodesForAKey() async throws {
        let server = try await DeviceLoginServer()
        let begun = try await server.codes()
        #expect(begun.page == "https://essential.test/device" && begun.lifetime == 600 && begun.interval == 5)
        #expect(UserCode(begun.userCode)?.spaced == begun.userCode)
        #expect(!begun.page.contains(begun.userCode) && begun.deviceCode.count == 43)
        #expect(try await server.begin(proving: nil).code == "dpop_proof_required")
        #expect(try await server.count("device_logins", where: "device = 'desk'") == 1)
        _ = try await server.codes("a\u{202E}b")
        #expect(try await server.count("device_logins", where: "device IS NULL") == 1)
    }

    @Test(.requirement("BROWSERLOGIN-04", "BROWSERLOGIN-12", "EXT-07"))
    func aDeviceComesInAsWhoLetsItIn() async throws {
        let server = try await DeviceLoginServer()
        let origin = SessionOrigin(way: "google 1", session: "s1")
        let person = try await server.register(by: .provider, factor: .oneTimeCode, from: origin)
        let begun = try await server.codes()
        #expect(try await server.ask(begun.deviceCode).code == "authorization_pending")
        let typed = begun.userCode.lowercased().replacing("-", with: " ")
        let waiting = try await server.look(typed, by: person).decode(DeviceLoginContract.Waiting.self)
        #expect(waiting.device == "desk" && waiting.address == "127.0.0.1" && waiting.location == nil)
        #expect(waiting.begunAt == server.accounts.date.now())
        #expect(try await server.letIn(typed, by: person).status == .noContent)
        server.accounts.date.advance(by: .seconds(5))
        let reply = try await server.ask(begun.deviceCode)
        #expect(reply.status == .ok)
        #expect(try reply.decode(BrowserLoginContract.LoggedIn.self).user.email == person.user.email)
        #expect(
            try await server.count(
                where: """
                    device = 'desk' AND amr = 'fed,otp' AND origin = 'google 1' AND origin_session = 's1'
                    AND key_thumbprint = \(DeviceLoginServer.key) AND is_proved_here = \(false)
                    AND authenticated_at = (SELECT authenticated_at FROM sessions WHERE id = \(person.session))
                    """) == 1)
        #expect(server.metrics.text.contains(#"essentiald_device_logins_total{result="success"} 1"#))
    }

    /// What somebody else tries with the code of a device, or it does once more.
    enum Attempt: CaseIterable, Sendable {
        case unknown, empty, otherKey, noKey, tooLate, loggedOut
    }

    @Test(.requirement("BROWSERLOGIN-11"), arguments: Attempt.allCases)
    func anyOtherUseOfADeviceCodeIsOneError(_ attempt: Attempt) async throws {
        let server = try await DeviceLoginServer(), person = try await server.register()
        let begun = try await server.codes()
        #expect(try await server.letIn(begun.userCode, by: person).status == .noContent)
        let reply: BrowserLoginServer.Reply
        switch attempt {
        case .unknown: reply = try await server.ask(Secret("unknown"))
        case .empty: reply = try await server.ask(Secret(""))
        case .otherKey: reply = try await server.ask(begun.deviceCode, proving: String(repeating: "k", count: 43))
        case .noKey: reply = try await server.ask(begun.deviceCode, proving: nil)
        case .tooLate:
            server.accounts.date.advance(by: .seconds(600))
            reply = try await server.ask(begun.deviceCode)
        case .loggedOut:
            try await server.accounts.server.ending.endSession(person.session, of: person.user.id, because: .logout)
            reply = try await server.ask(begun.deviceCode)
        }
        #expect(reply.status == .badRequest && reply.code == "expired_token")
        #expect(try await server.count(where: "id <> \(person.session)") == 0)
        #expect(attempt == .loggedOut || server.log.messages.contains("login refused"))
        // Whoever has the key still comes in, unless it is too late.
        server.accounts.date.advance(by: .seconds(5))
        let isOver = [.tooLate, .loggedOut].contains(attempt)
        #expect(try await server.ask(begun.deviceCode).status == (isOver ? .badRequest : .ok))
    }

    @Test(.requirement("BROWSERLOGIN-02", "BROWSERLOGIN-11")) func aDeviceCodeThatIsShownAgainEndsWhatItGave()
        async throws
    {
        let server = try await DeviceLoginServer(), person = try await server.register()
        let begun = try await server.codes()
        _ = try await server.letIn(begun.userCode, by: person)
        #expect(try await server.ask(begun.deviceCode).status == .ok)
        // Who doesn't have the key ends nothing.
        #expect(
            try await server.ask(begun.deviceCode, proving: String(repeating: "k", count: 43)).status == .badRequest)
        #expect(try await server.count(where: "ended_at IS NULL") == 2)
        #expect(try await server.ask(begun.deviceCode).code == "expired_token")
        #expect(try await server.count(where: "ended_at IS NOT NULL AND end_reason = 'reuse' AND device = 'desk'") == 1)
        #expect(try await server.count(where: "ended_at IS NULL AND id = \(person.session)") == 1)
    }

    @Test(.requirement("BROWSERLOGIN-11")) func ofManyQuestionsAtOnceOneComesIn() async throws {
        let server = try await DeviceLoginServer(), begun = try await server.codes()
        _ = try await server.letIn(begun.userCode, by: server.register())
        let statuses = try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for _ in 0..<16 { group.addTask { try await server.ask(begun.deviceCode).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.filter { $0 == .ok }.count == 1)
    }

    @Test(.requirement("BROWSERLOGIN-11")) func whoAsksTooOftenWaitsLonger() async throws {
        let server = try await DeviceLoginServer(), code = try await server.codes().deviceCode
        func ask(after seconds: Int) async throws -> String? {
            server.accounts.date.advance(by: .seconds(seconds))
            return try await server.ask(code).code
        }
        #expect(try await ask(after: 0) == "authorization_pending")
        #expect(try await ask(after: 5) == "authorization_pending")
        #expect(try await ask(after: 2) == "slow_down")
        #expect(try await ask(after: 5) == "slow_down")
        #expect(try await ask(after: 15) == "authorization_pending")
    }

    @Test(.requirement("BROWSERLOGIN-12", "MFA-03")) func whoProvedItLongAgoProvesItOnceMore() async throws {
        let server = try await DeviceLoginServer(), person = try await server.register()
        let code = try await server.codes().userCode
        server.accounts.date.advance(by: .seconds(301))
        for reply in [try await server.look(code, by: person), try await server.letIn(code, by: person)] {
            #expect(reply.status == .unauthorized && reply.code == "insufficient_user_authentication")
        }
        #expect(try await server.letIn(code, by: nil).status == .unauthorized)
        #expect(try await server.refuse(code, by: nil).status == .unauthorized)
        // Saying no takes less.
        #expect(try await server.refuse(code, by: person).status == .noContent)
    }

    @Test(.requirement("BROWSERLOGIN-13")) func whoIsRefusedIsToldAndTheCodeIsOver() async throws {
        let server = try await DeviceLoginServer(), person = try await server.register()
        let begun = try await server.codes()
        #expect(try await server.refuse(begun.userCode, by: person).status == .noContent)
        #expect(try await server.ask(begun.deviceCode).code == "access_denied")
        #expect(server.log.messages.contains("login refused"))
        for path in [
            DeviceLoginContract.requestPath, DeviceLoginContract.approvalPath, DeviceLoginContract.refusalPath,
        ] {
            #expect(try await server.type(begun.userCode, at: path, by: person).code == "unknown_user_code")
        }
        #expect(try await server.count(where: "id <> \(person.session)") == 0)
    }

    /// Nobody learns which of them were ever good.
    @Test(.requirement("BROWSERLOGIN-12", "BROWSERLOGIN-13"))
    func codesThatAreUnknownOldOrDecidedAreOneError() async throws {
        let server = try await DeviceLoginServer(), person = try await server.register()
        let old = try await server.codes().userCode
        server.accounts.date.advance(by: .seconds(600))
        let again = try await server.register("eva@example.com")
        let decided = try await server.codes().userCode
        #expect(try await server.letIn(decided, by: again).status == .noContent)
        var bodies: Set<Data> = []
        for code in ["BBBB-BBBB", old, decided, "", "AEIO-UAEI", "WDJB-MJHT-X"] {
            let reply = try await server.look(code, by: again)
            #expect(reply.status == .notFound && reply.code == "unknown_user_code")
            bodies.insert(reply.body)
        }
        #expect(bodies.count == 1 && person.session != again.session)
    }

    @Test(.requirement("BROWSERLOGIN-12")) func guessesAreCountedRightOrWrong() async throws {
        let server = try await DeviceLoginServer(), person = try await server.register()
        let code = try await server.codes().userCode
        for number in 0..<20 {
            let reply = try await server.look(number % 2 == 0 ? code : "BBBB-BBBB", by: person)
            #expect(reply.status == (number % 2 == 0 ? .ok : .notFound))
        }
        for reply in [
            try await server.look(code, by: person), try await server.letIn(code, by: person),
            try await server.refuse("BBBB-BBBB", by: person),
        ] { #expect(reply.status == .tooManyRequests) }
        // Others aren't in the way of each other.
        let other = try await server.register("eva@example.com")
        #expect(try await server.look(code, by: other).status == .ok)
    }

    @Test(.requirement("BROWSERLOGIN-12", "MFA-03"), arguments: [true, false])
    func whoHasAFactorHasProvedIt(isProved: Bool) async throws {
        let states = Locked<Set<AccountState>>([])
        let server = try await DeviceLoginServer(states: [AccountStatesStub { _ in states.current }])
        let person = try await server.register(factor: isProved ? .oneTimeCode : nil)
        let begun = try await server.codes(), other = try await server.codes()
        #expect(try await server.letIn(begun.userCode, by: person).status == .noContent)
        states.withLock { $0 = [.protected] }
        #expect(try await server.letIn(other.userCode, by: person).status == (isProved ? .noContent : .unauthorized))
        let reply = try await server.ask(begun.deviceCode)
        #expect(reply.status == (isProved ? .ok : .unauthorized))
        #expect(isProved || reply.code == "insufficient_user_authentication")
        states.withLock { $0 = [.unverified] }
        #expect(try await server.letIn(other.userCode, by: person).code == "email_not_verified")
    }

    @Test(.requirement("BROWSERLOGIN-11")) func noMoreWaitThanThereIsRoomFor() async throws {
        let server = try await DeviceLoginServer(capacity: 2)
        for _ in 0..<2 { _ = try await server.codes() }
        #expect(try await server.begin().status == .serviceUnavailable)
        server.accounts.date.advance(by: .seconds(600))
        #expect(try await server.begin().status == .ok)
    }

    @Test(.requirement("BROWSERLOGIN-11")) func codesAreKeptAsDigestsAndForgotten() async throws {
        let server = try await DeviceLoginServer(), begun = try await server.codes(),
            database = server.accounts.database
        let kept = try await database.read { db in
            try db.first("SELECT digest, code_digest FROM device_logins") { row in
                [try row[0, as: Data.self], try row[1, as: Data.self]]
            }
        }
        #expect(kept?.map(\.count) == [32, 32])
        let letters = Data((UserCode(begun.userCode)?.description ?? "").utf8)
        #expect(try kept?[1] != Cryptography.real().hashing.sha256(letters))
        let sweep = try #require(server.sweeps.first)
        server.accounts.date.advance(by: .seconds(1_199))
        try await database.write { db in try sweep.body(db) }
        #expect(try await database.read { db in try db.exists("SELECT 1 FROM device_logins") })
        server.accounts.date.advance(by: .seconds(1))
        try await database.write { db in try sweep.body(db) }
        #expect(try await database.read { db in try !db.exists("SELECT 1 FROM device_logins") })
    }
}
