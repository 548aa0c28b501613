import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyTesting
import FoundationEssentials
import HTTPTypes
import KernelTesting
import LoginServiceAPI
import RateLimitingAPI
import RateLimitingTesting
import SQLStoreAPI
import TelemetryAPI
import TelemetryTesting
import Testing

struct LockoutTests {
    private func fail(
        _ server: LoginServer, times: Int, _ email: String = "ada@example.com", deviceToken: Secret? = nil
    ) async throws {
        for _ in 0..<times {
            #expect(
                try await server.logIn(email, password: "wrong", deviceToken: deviceToken).status == .unauthorized)
        }
    }

    private func deviceToken(_ server: LoginServer) async throws -> Secret {
        Secret(try await server.logIn().granted.deviceToken)
    }

    @Test(.requirement("D6", "LOGIN-22")) func aDeviceThatIsKnownWithoutALoginIsCountedApart() async throws {
        let server = try await LoginServer()
        let user = try await server.register()
        let token = try await server.devices.issueToken(for: user.email)
        for _ in 0..<6 { _ = try await server.logIn(password: "wrong") }
        #expect(try await server.logIn().status == .tooManyRequests)
        #expect(try await server.logIn(deviceToken: token).status == .ok)
    }

    @Test(.requirement("LOGIN-18", "LOGIN-22", "RATE-03", "RATE-09"))
    func afterFiveFailuresEvenTheRightPasswordIsRefused() async throws {
        let server = try await LoginServer()
        try await server.register()
        try await fail(server, times: 5)
        let verifications = server.hashing.calls.count
        let locked = try await server.logIn()
        #expect(locked.status == .tooManyRequests)
        #expect(try locked.problem.code == "account_locked")
        #expect(try locked.problem.detail == "Try again in 15 minutes.")
        #expect(locked.fields[.retryAfter] == "900")
        #expect(locked.fields[.cacheControl] == "no-store")
        #expect(server.hashing.calls.count == verifications, "no work is spent on it")
        #expect(server.logins("account_locked") == 1)
        #expect(server.metrics.value(of: "essentiald_lockouts_total") == 1)
        #expect(try await server.sessionCount() == 0)
    }

    @Test(
        .requirement("LOGIN-22", "RATE-06"),
        arguments: [(899.0, HTTPStatus.tooManyRequests), (901.0, .ok)])
    func theLockEndsAtItsSecond(later: Double, status: HTTPStatus) async throws {
        let server = try await LoginServer()
        try await server.register()
        try await fail(server, times: 5)
        server.accounts.date.advance(by: .seconds(later))
        #expect(try await server.logIn().status == status)
    }

    @Test(arguments: [(299.0, HTTPStatus.tooManyRequests), (301.0, .ok)])
    func failuresCountForFiveMinutes(later: Double, status: HTTPStatus) async throws {
        let server = try await LoginServer()
        try await server.register()
        try await fail(server, times: 4)
        server.accounts.date.advance(by: .seconds(later))
        try await fail(server, times: 1)
        #expect(try await server.logIn().status == status)
    }

    @Test(.requirement("LOGIN-19", "RATE-03")) func eachFurtherLockDoublesToFourHoursUntilASuccess() async throws {
        let server = try await LoginServer()
        try await server.register()
        for seconds in [900, 1_800, 3_600, 7_200, 14_400, 14_400] {
            try await fail(server, times: 5)
            #expect(try await server.logIn().fields[.retryAfter] == "\(seconds)")
            server.accounts.date.advance(by: .seconds(seconds))
        }
        #expect(try await server.logIn().status == .ok)
        try await fail(server, times: 5)
        #expect(try await server.logIn().fields[.retryAfter] == "900")
    }

    @Test(.requirement("LOGIN-22", "RATE-05")) func aSuccessBeginsTheCountAnew() async throws {
        let server = try await LoginServer()
        try await server.register()
        for _ in 0..<3 {
            try await fail(server, times: 4)
            #expect(try await server.logIn().status == .ok)
        }
    }

    @Test(.requirement("RATE-13")) func oneAccountDoesNotLockAnother() async throws {
        let server = try await LoginServer()
        try await server.register()
        try await server.register("bob@example.com")
        try await fail(server, times: 5)
        #expect(try await server.logIn("bob@example.com").status == .ok)
    }

    @Test func anAddressIsLockedAfterThirtyFailuresOnWhicheverAccounts() async throws {
        let server = try await LoginServer()
        try await server.register()
        let token = try await deviceToken(server)
        for number in 0..<30 { try await fail(server, times: 1, "user\(number)@example.com") }
        #expect(try await server.logIn().status == .tooManyRequests)
        #expect(try await server.logIn(from: "192.0.2.1").status == .ok, "elsewhere it goes on")
        #expect(try await server.logIn(deviceToken: token).status == .ok, "and on a known device")
    }

    @Test func anAddressCannotBeClearedWithAnAccountOfItsOwn() async throws {
        let server = try await LoginServer()
        try await server.register("mallory@example.com")
        for number in 0..<30 {
            try await fail(server, times: 1, "user\(number)@example.com")
            if number % 5 == 4, number < 29 { #expect(try await server.logIn("mallory@example.com").status == .ok) }
        }
        #expect(try await server.logIn("mallory@example.com").status == .tooManyRequests)
    }

    @Test(.requirement("LOGIN-08", "LOGIN-22")) func unknownAddressesAreLockedAlike() async throws {
        let server = try await LoginServer()
        try await server.register()
        for _ in 0..<8 {
            let known = try await server.logIn(password: "wrong")
            let unknown = try await server.logIn("eve@example.com", password: "wrong")
            #expect(known == unknown, "status, header fields and body are the same")
        }
    }

    @Test func theOwnerSignsInFromAKnownDeviceAtTheFirstTryAfterTenThousandHostileFailures() async throws {
        let server = try await LoginServer()
        try await server.register()
        let token = try await deviceToken(server)
        let start = server.accounts.date.value
        var checked = 0
        for number in 0..<10_000 {
            // One each second, each from another address.
            let answer = try await server.logIn(
                password: "guess", from: "10.\(number / 65_536).\(number / 256 % 256).\(number % 256)")
            if answer.status == .unauthorized { checked += 1 }
            server.accounts.date.advance(by: .seconds(1))
        }
        let minutes = server.accounts.date.value.timeIntervalSince(start) / 60
        #expect(checked >= 5 && Double(checked) / minutes < 1, "\(checked) tries in \(minutes) minutes")
        #expect(try await server.logIn(deviceToken: token).status == .ok)
        #expect(try await server.logIn().status == .tooManyRequests, "a stranger's right guess counts for nothing")
    }

    @Test func aKnownDeviceIsLockedForItself() async throws {
        let server = try await LoginServer()
        try await server.register()
        let token = try await deviceToken(server)
        let other = try await deviceToken(server)
        try await fail(server, times: 5, deviceToken: token)
        #expect(try await server.logIn(deviceToken: token).status == .tooManyRequests)
        #expect(try await server.logIn(deviceToken: other).status == .ok)
        #expect(try await server.logIn().status == .ok)
    }

    @Test func aDeviceWithAHundredFailuresIsAStrangerUntilSomebodyLogsIn() async throws {
        let server = try await LoginServer()
        try await server.register()
        let token = try await deviceToken(server)
        for _ in 0..<20 {
            try await fail(server, times: 5, deviceToken: token)
            server.accounts.date.advance(by: .seconds(14_401))
        }
        let fresh = Secret(try await server.logIn(deviceToken: token).granted.deviceToken)
        #expect(!fresh.isEqual(to: token))
        try await fail(server, times: 5)
        #expect(try await server.logIn(deviceToken: token).status == .tooManyRequests)
        #expect(try await server.logIn(deviceToken: fresh).status == .ok)
    }

    @Test func aTokenIsForOneAccountAndCannotBeMade() async throws {
        let server = try await LoginServer()
        try await server.register()
        try await server.register("mallory@example.com")
        let foreign = Secret(try await server.logIn("mallory@example.com").granted.deviceToken)
        try await fail(server, times: 5)
        let forged = [foreign, Secret(""), Secret("AAAA"), Secret(String(repeating: "A", count: 64)), Secret("%%%")]
        for token in forged {
            #expect(try await server.logIn(deviceToken: token).status == .tooManyRequests)
        }
    }

    @Test(.requirement("RATE-04")) func guessesSideBySideAreNoWayAroundTheLimit() async throws {
        let server = try await LoginServer()
        try await server.register()
        let checked = try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for number in 0..<64 {
                group.addTask { try await server.logIn(password: "wrong", from: "192.0.2.\(number)").status }
            }
            return try await group.reduce(0) { $0 + ($1 == .unauthorized ? 1 : 0) }
        }
        #expect(checked == 5)
    }

    @Test(.requirement("RATE-04", "D6")) func norAreGuessesAtManyAccountsFromOneAddress() async throws {
        let server = try await LoginServer()
        let statuses = try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for number in 0..<64 {
                group.addTask { try await server.logIn("somebody\(number)@example.com", password: "wrong").status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == .unauthorized } == 30)
        #expect(statuses.count { $0 == .tooManyRequests } == 34)
    }

    @Test func rightPasswordsSideBySideDoNotLockEachOtherOut() async throws {
        let server = try await LoginServer()
        try await server.register()
        let refused = try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for _ in 0..<32 { group.addTask { try await server.logIn().status } }
            return try await group.reduce(0) { $0 + ($1 == .ok ? 0 : 1) }
        }
        #expect(refused == 0)
    }

    @Test func aHundredFailuresInARowMakeThePasswordWorthNothingUntilItIsReset() async throws {
        let server = try await LoginServer()
        try await server.register()
        for _ in 0..<20 {
            try await fail(server, times: 5)
            server.accounts.date.advance(by: .seconds(14_401))
        }
        server.accounts.date.advance(by: .seconds(7 * 86_400))
        #expect(try await server.logIn().status == .tooManyRequests)
        try await server.lockouts.clearLockout(of: EmailAddress("ada@example.com")!)
        #expect(try await server.logIn().status == .ok)
    }

    @Test(.requirement("LOGIN-09")) func whatCannotBeRightCountsNowhere() async throws {
        let server = try await LoginServer()
        try await server.register()
        for _ in 0..<10 { #expect(try await server.logIn(password: "").status == .unprocessableContent) }
        #expect(try await server.logIn().status == .ok)
    }

    @Test func whereFailuresCannotBeCountedNobodyLogsIn() async throws {
        let server = try await LoginServer()
        try await server.register()
        server.limiters.fail(with: .unavailable(reason: "full"))
        #expect(try await server.logIn().status == .serviceUnavailable)
        server.limiters.fail(with: nil)
        #expect(try await server.logIn().status == .ok)
    }

    @Test(.requirement("RATE-11")) func theLogSaysWhoIsLockedAndForHowLong() async throws {
        let server = try await LoginServer()
        try await server.register()
        try await fail(server, times: 5)
        server.accounts.date.advance(by: .milliseconds(1_500))
        _ = try await server.logIn()
        let record = try #require(server.log.records.last { $0.message == "login locked" })
        #expect(record.level == .warning)
        #expect(record.fields["seconds"] == .integer(899))
        #expect(record.fields["count"] == .integer(5))
        #expect(record.fields["identifier"] != nil)
        #expect(server.log.records.allSatisfy { !"\($0)".contains("ada@") }, "addresses stand in no log")
    }
}
