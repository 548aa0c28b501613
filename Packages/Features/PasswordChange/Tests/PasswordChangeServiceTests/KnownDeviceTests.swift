import AccountsServiceAPI
import CoreModels
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import LoginServiceAPI
import SessionsServiceAPI
import TelemetryAPI
import TelemetryTesting
import Testing

struct KnownDeviceTests {
    /// The token of before is good until the password is replaced (ADR 0019).
    @Test(.requirement("PWCHG-02", "D6")) func theDeviceIsKnownByTheNewPasswordToo() async throws {
        let server = try await RunningChange()
        let user = try await server.register(), session = try await server.begin(user)
        let before = try await server.devices.issueToken(for: user.email)
        let changed = try await server.change(session.grant.accessToken).changed
        let token = Secret(try #require(changed.deviceToken))
        for _ in 0..<5 { _ = await server.logIn("wrong") }
        #expect(await server.logIn(RunningChange.newPassword) == .tooManyRequests, "strangers locked it")
        #expect(await server.logIn(RunningChange.newPassword, device: before) == .tooManyRequests)
        #expect(await server.logIn(RunningChange.newPassword, device: token) == .ok)
        for secret in [token, before] { #expect(!server.log.text.contains(text(secret))) }
    }

    /// Whoever changed it knows nobody's later password.
    @Test(.requirement("PWCHG-02", "D6")) func anotherPasswordEndsIt() async throws {
        let server = try await RunningChange()
        let session = try await server.begin(server.register())
        let first = try await server.change(session.grant.accessToken).changed
        let second = try await server.change(
            first.token.accessToken, from: RunningChange.newPassword, to: "nine red milk jugs"
        ).changed
        for _ in 0..<5 { _ = await server.logIn("wrong") }
        let former = Secret(try #require(first.deviceToken)), present = Secret(try #require(second.deviceToken))
        #expect(await server.logIn("nine red milk jugs", device: former) == .tooManyRequests)
        #expect(await server.logIn("nine red milk jugs", device: present) == .ok)
    }

    @Test(.requirement("PWCHG-02")) func aTokenThatCannotBeMadeIsNoReasonToFail() async throws {
        let server = try await RunningChange(devices: NoDevices())
        let session = try await server.begin(server.register())
        let answer = await server.change(session.grant.accessToken)
        #expect(answer.status == .ok)
        #expect(try await answer.changed.deviceToken == nil)
        #expect(try await server.isPassword(RunningChange.newPassword))
        #expect(server.log.records.contains { $0.message == "could not make a device token" })
    }
}

private struct NoDevices: DeviceRecognizing {
    struct Failure: Error {}

    func issueToken(for email: EmailAddress) async throws -> Secret { throw Failure() }
    func issueToken(for password: PasswordVersion) async throws -> Secret { throw Failure() }
}
