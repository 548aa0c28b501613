import AccountsServiceTesting
import CaptchaServiceAPI
import CaptchaServiceTesting
import CoreModels
import CryptographyTesting
import HTTPTypes
import KernelTesting
import TelemetryAPI
import TelemetryTesting
import Testing

struct LoginCaptchaTests {
    private let captcha = CaptchaVerifyingSpy(accepting: Secret("solved"))

    private func server() async throws -> LoginServer {
        let server = try await LoginServer(captcha: captcha)
        try await server.register()
        return server
    }

    private func fail(_ server: LoginServer, times: Int, captcha: String? = nil, deviceToken: Secret? = nil)
        async throws
    {
        for _ in 0..<times {
            let answer = try await server.logIn(password: "wrong", deviceToken: deviceToken, captcha: captcha)
            #expect(answer.status == .unauthorized)
        }
    }

    @Test(.requirement("CAPTCHA-01", "CAPTCHA-03", "LOGIN-24"))
    func fromTheThirdFailureOnOneIsAskedAndNotBefore() async throws {
        let server = try await server()
        try await fail(server, times: 2)
        #expect(captcha.abuse.isEmpty)
        try await fail(server, times: 1)
        let verifications = server.hashing.calls.count
        let asked = try await server.logIn()
        #expect(asked.status == .preconditionRequired)
        #expect(try asked.problem.code == "captcha_required")
        #expect(try asked.challenge == "riddle.0")
        #expect(server.hashing.calls.count == verifications, "the password isn't looked at")
        #expect(server.logins("captcha_required") == 1)
        #expect(try await server.logIn(captcha: "solved").status == .ok)
        #expect(try await server.logIn().status == .ok, "a success begins anew")
    }

    @Test(.requirement("LOGIN-24"))
    func whoIsRefusedIsToldWhatTheNextAttemptNeeds() async throws {
        let server = try await server()
        try await fail(server, times: 2)
        for expected in ["riddle.0", "riddle.1", nil] {
            let answer = try await server.logIn(password: "wrong", captcha: "solved")
            #expect(answer.status == .unauthorized)
            #expect(try answer.challenge == expected)
        }
    }

    @Test(.requirement("METRIC-05"))
    func whileAnAttackGoesOnStrangersAreAskedAtOnceAndOnesOwnDeviceIsNot() async throws {
        let server = try await server()
        let token = Secret(try await server.logIn().granted.deviceToken)
        captcha.demand(10)
        let asked = try await server.logIn()
        #expect(asked.status == .preconditionRequired)
        #expect(try asked.challenge == "riddle.10")
        #expect(try await server.logIn(captcha: "solved").status == .ok)
        #expect(try await server.logIn(deviceToken: token).status == .ok)
        captcha.demand(nil)
        #expect(try await server.logIn().status == .ok)
    }

    @Test func whatIsNotAnsweredIsNoFailure() async throws {
        let server = try await server()
        try await fail(server, times: 3)
        for _ in 0..<10 {
            #expect(try await server.logIn(password: "wrong", captcha: "nonsense").status == .preconditionRequired)
        }
        #expect(try await server.logIn(captcha: "solved").status == .ok)
    }

    @Test(.requirement("LOGIN-18")) func anAnswerIsNoWayAroundTheLock() async throws {
        let server = try await server()
        try await fail(server, times: 3)
        try await fail(server, times: 2, captcha: "solved")
        let locked = try await server.logIn(captcha: "solved")
        #expect(locked.status == .tooManyRequests)
        #expect(try locked.problem.code == "account_locked")
    }

    @Test(.requirement("RATE-03")) func whereNoAnswerHelpsNobodyIsAsked() async throws {
        let server = try await server()
        try await fail(server, times: 3)
        try await fail(server, times: 2, captcha: "solved")
        for _ in 5..<100 {
            server.accounts.date.advance(by: .seconds(14_401))
            try await fail(server, times: 1, captcha: "solved")
        }
        server.accounts.date.advance(by: .seconds(14_401))
        #expect(try await server.logIn().problem.code == "account_locked")
    }

    @Test func itGetsHarderWithEachFailureAndStaysSoAfterALock() async throws {
        let server = try await server()
        try await fail(server, times: 3)
        try await fail(server, times: 2, captcha: "solved")
        server.accounts.date.advance(by: .seconds(901))
        #expect(try await server.logIn().status == .preconditionRequired)
        try await fail(server, times: 1, captcha: "solved")
        #expect(captcha.abuse.suffix(2) == [2, 3])
    }

    @Test func theOwnerOnAKnownDeviceIsNotAsked() async throws {
        let server = try await server()
        let token = Secret(try await server.logIn().granted.deviceToken)
        try await fail(server, times: 3)
        #expect(try await server.logIn().status == .preconditionRequired)
        #expect(try await server.logIn(deviceToken: token).status == .ok)
    }

    @Test func anAddressThatFailsOnManyAccountsIsAskedOnEach() async throws {
        let server = try await server()
        for number in 0..<18 {
            #expect(try await server.logIn("user\(number)@example.com", password: "x").status == .unauthorized)
        }
        #expect(try await server.logIn().status == .preconditionRequired)
        #expect(try await server.logIn(from: "192.0.2.1").status == .ok)
    }

    @Test(.requirement("LOGIN-08")) func unknownAddressesAreAskedAlike() async throws {
        let server = try await server()
        for _ in 0..<4 {
            let known = try await server.logIn(password: "wrong")
            #expect(try await server.logIn("eve@example.com", password: "wrong") == known)
        }
    }

    @Test func whereNobodyCanVerifyNobodyPasses() async throws {
        let server = try await server()
        try await fail(server, times: 3)
        captcha.fail(with: .unavailable(reason: "gone"))
        #expect(try await server.logIn(captcha: "solved").status == .serviceUnavailable)
    }
}
