import CaptchaServiceAPI
import CaptchaServiceTesting
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import MailTesting
import PasswordRecoveryAPI
import Testing

struct RecoveryCaptchaTests {
    private let captcha = CaptchaVerifyingSpy(accepting: Secret("solved"))

    private func server() async throws -> RunningRecovery {
        let server = try await RunningRecovery(captcha: captcha)
        try await server.register()
        return server
    }

    @Test(.requirement("CAPTCHA-05", "RECOV-13")) func theFourthMessageWithinAnHourHasToBePaidFor() async throws {
        let server = try await server()
        for _ in 0..<3 {
            #expect(await server.request().status == .accepted)
            server.date.advance(by: .seconds(60))
        }
        #expect(captcha.abuse.isEmpty && server.mail.messages.count == 3)
        let asked = await server.request()
        #expect(asked.status == .preconditionRequired)
        let body = try await asked.html
        #expect(body.contains(#""code":"captcha_required""#) && body.contains(#""captcha":"riddle.0""#))
        #expect(server.mail.messages.count == 3, "nothing is sent")
        #expect(await server.request(captcha: "nonsense").status == .preconditionRequired)
        #expect(await server.request(captcha: "solved").status == .accepted)
        #expect(server.mail.messages.count == 4)
    }

    @Test(.requirement("CAPTCHA-05")) func itGetsHarderWithEachAndEndsAfterAnHour() async throws {
        let server = try await server()
        for _ in 0..<3 { await server.request() }
        for _ in 0..<2 { #expect(await server.request(captcha: "solved").status == .accepted) }
        #expect(await server.request().status == .preconditionRequired)
        #expect(captcha.abuse.last == 2)
        server.date.advance(by: .seconds(3_600))
        #expect(await server.request().status == .accepted)
    }

    @Test(.requirement("METRIC-05")) func whileAnAttackGoesOnTheFirstHasToBePaidFor() async throws {
        let server = try await server()
        captcha.demand(10)
        #expect(await server.request().status == .preconditionRequired)
        #expect(captcha.abuse == [10])
        #expect(await server.request(captcha: "solved").status == .accepted)
        captcha.demand(nil)
        #expect(await server.request().status == .accepted)
    }

    @Test(.requirement("RECOV-03", "D2")) func unknownAddressesAreAskedAlike() async throws {
        let server = try await server()
        for _ in 0..<5 {
            let known = await server.request(), unknown = await server.request("nobody@example.com", from: "192.0.2.1")
            #expect(known.status == unknown.status && known.fields == unknown.fields)
            let (first, second) = (try await known.html, try await unknown.html)
            #expect(first.count == second.count)
        }
    }

    @Test(.requirement("RECOV-13")) func aClientThatTriesManyAddressesIsAskedOnEach() async throws {
        let server = try await server()
        for number in 0..<18 { #expect(await server.request("user\(number)@example.com").status == .accepted) }
        #expect(await server.request("another@example.com").status == .preconditionRequired)
        #expect(await server.request("another@example.com", from: "192.0.2.1").status == .accepted)
    }

    @Test(.requirement("CAPTCHA-05")) func theScreenSendsNothingEither() async throws {
        let server = try await server()
        for _ in 0..<3 { await server.request() }
        let ana = try #require(EmailAddress("ana@example.com"))
        let error = await #expect(throws: PasswordRecoveryError.self) {
            try await server.resetting.requestReset(for: ana, from: RequestOrigin(address: "127.0.0.1"))
        }
        #expect(error?.code == "captcha_required")
        #expect(server.mail.messages.count == 1)
    }

    @Test func whereNobodyCanVerifyNobodyPasses() async throws {
        let server = try await server()
        for _ in 0..<3 { await server.request() }
        captcha.fail(with: .unavailable(reason: "gone"))
        #expect(await server.request(captcha: "solved").status == .serviceUnavailable)
    }
}
