import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import LoginServiceAPI
import MailAPI
import MailTesting
import PluginKit
import RateLimitingAPI
import RateLimitingTesting
import SQLStoreAPI
import SecondFactorService
import ServerKeysTesting
import SessionsServiceAPI
import SessionsServiceTesting
import TelemetryAPI
import Testing

/// A factor that is lost.
extension FactorUseTests {
    @Test("A factor that others set up while they had the account asks for nothing", .requirement("DATA-02", "MFA-05"))
    func whatOthersSetUpGoes() async throws {
        let before = accounts.date.value
        _ = try await turnOn()
        func isInForce(before moment: Date) async throws -> Bool {
            try await accounts.database.read { db in try checker.isInForce(for: user.id, before: moment, in: db) }
        }
        func returns(since moment: Date) async throws {
            try await accounts.database.write { db in
                for observer in accountObservers { try observer.record(.returned(user, since: moment), in: db) }
            }
        }
        let later = before.addingTimeInterval(1)
        #expect(try await !isInForce(before: before))
        #expect(try await isInForce(before: later))
        try await returns(since: later)
        #expect(try await isInForce(before: later), "it was there before")
        try await returns(since: before)
        #expect(try await !isInForce(before: later))
        #expect(mail.messages.last?.template.name == "second-factor-off")
        _ = try await turnOn()
    }

    @Test(.requirement("MFA-05")) func whoLostItIsRemindedOnceAndToldOfTheEnd() async throws {
        _ = try await turnOn()
        let end = try await checker.reportLoss(of: user) { _ in true }
        #expect(end == accounts.date.value.addingTimeInterval(7 * 86_400))
        var letters: [Int: [String]] = [:]
        for day in 0...8 {
            let before = mail.messages.count
            for _ in 0..<2 {
                for sweep in sweeps { try await accounts.database.write(.soon, sweep.body) }
            }
            letters[day] = mail.messages.dropFirst(before).map(\.template.name)
            accounts.date.advance(by: .seconds(86_400))
        }
        #expect(letters.filter { !$0.value.isEmpty } == [6: ["second-factor-ends"], 7: ["second-factor-off"]])
        let isLeft = try await accounts.database.read { db in
            try db.exists("SELECT 1 FROM authenticators") || db.exists("SELECT 1 FROM recovery_codes")
                || db.exists("SELECT 1 FROM factor_losses")
        }
        #expect(!isLeft)
    }

    /// Nobody gets in without the second factor before its owner can know.
    @Test(.requirement("MFA-05"), arguments: WayIn.allCases.filter { $0 != .registration })
    func theFirstWhoGetsInAfterItIsToldOf(way: WayIn) async throws {
        _ = try await turnOn()
        _ = try await checker.reportLoss(of: user) { _ in true }
        accounts.date.advance(by: .seconds(7 * 86_400 - 1))
        let voucher = try await accounts.server.issuing.issueSession(for: user, on: SessionClient()).id
        #expect(try await ends() == [0, 0])
        accounts.date.advance(by: .seconds(1))
        for _ in 0..<2 {
            try await begin(by: way, vouchedForBy: voucher)
            #expect(try await ends() == [1, 1])
        }
        for sweep in sweeps { try await accounts.database.write(.soon, sweep.body) }
        #expect(try await ends() == [1, 1])
    }

    @Test(.requirement("MFA-05")) func theEndIsToldOnceHoweverManyGetInAtOnce() async throws {
        let secret = try await turnOn().secret
        _ = try await checker.reportLoss(of: user) { _ in true }
        accounts.date.advance(by: .seconds(7 * 86_400))
        try await withThrowingTaskGroup(of: Void.self) { [accounts, sweeps] group in
            for number in 0..<32 {
                group.addTask { try await begin(by: .password, vouchedForBy: nil) }
                guard number % 4 == 0 else { continue }
                group.addTask { for sweep in sweeps { try await accounts.database.write(.soon, sweep.body) } }
            }
            try await group.waitForAll()
        }
        #expect(try await ends() == [1, 1])
        #expect(try await used(try code(secret)) == 0)
    }

    /// A login that comes to nothing ends nothing.
    @Test(.requirement("MFA-05")) func aLoginThatIsUndoneTellsNothing() async throws {
        _ = try await turnOn()
        _ = try await checker.reportLoss(of: user) { _ in true }
        accounts.date.advance(by: .seconds(7 * 86_400))
        observers.withLock { $0.append(Undoing()) }
        await #expect(throws: SessionsError.self) { try await begin(by: .password, vouchedForBy: nil) }
        #expect(try await ends() == [0, 0])
        #expect(try await accounts.database.read { db in try db.exists("SELECT 1 FROM factor_losses") })
    }

    /// How often the end was told: by letters, and to the devices.
    private func ends() async throws -> [Int] {
        let events = try await accounts.database.read { db in
            try db.value(
                "SELECT count(*) FROM security_events WHERE detail = 'second_factor removed'", as: Int.self)
        }
        return [mail.messages.count { $0.template.name == "second-factor-off" }, events ?? -1]
    }

    /// A stranger who had a code typed would keep out the person who lost it.
    @Test(.requirement("MFA-03", "MFA-05")) func aDeviceThatATypedCodeLetInKeepsNothing() async throws {
        let owner = try await accounts.server.issuing.issueSession(for: user, on: SessionClient())
        let stranger = try await begin(by: .device, vouchedForBy: owner.id)
        _ = try await turnOn()
        _ = try await checker.reportLoss(of: user) { _ in true }
        let loss = "/auth/factors/loss"
        let refused = try await send(.delete, loss, by: stranger.grant.accessToken.withText { $0 ?? "" })
        #expect(refused.status == .unauthorized && refused.code == "insufficient_user_authentication")
        #expect(!mail.messages.contains { $0.template.name == "second-factor-stays" })
        let kept = try await send(.delete, loss, by: owner.grant.accessToken.withText { $0 ?? "" })
        #expect(kept.status == .noContent && mail.messages.last?.template.name == "second-factor-stays")
    }

    @discardableResult
    private func begin(by way: WayIn, vouchedForBy voucher: SessionID?) async throws -> IssuedSession {
        let issuing = accounts.server.issuing, client = SessionClient()
        let admission =
            if [.browser, .device].contains(way), let voucher {
                try await issuing.admit(user, vouchedForBy: voucher, by: way, on: client) { _, _ in true }
            } else {
                try await issuing.admit(user, by: way, on: client)
            }
        return try await issuing.issueSession(admission, on: client)
    }

    @Test(.requirement("MFA-05")) func whereAConditionDoesNotHoldNothingIsLost() async throws {
        _ = try await turnOn()
        #expect(try await checker.reportLoss(of: user) { _ in false } == nil)
        #expect(!mail.messages.contains { $0.template.name == "second-factor-lost" })
    }

    @Test(.requirement("MFA-04")) func whoeverGuessesCodesIsToldToTheOwnerOnceALock() async throws {
        _ = try await turnOn()
        func guess() async throws -> FactorCheck<Void> {
            try await checker.check(Secret("000000"), of: user, after: .password) { _ in () }
        }
        func letters() -> Int { mail.messages.count { $0.template.name == "second-factor-guessed" } }
        for _ in 0..<999 { _ = try await guess() }
        #expect(letters() == 0)
        for _ in 0..<3 { _ = try await guess() }
        #expect(letters() == 1 && mail.messages.last?.recipient == user.email)
        accounts.date.advance(by: .seconds(901))
        for _ in 0..<1_001 { _ = try await guess() }
        #expect(letters() == 2)
    }
}
