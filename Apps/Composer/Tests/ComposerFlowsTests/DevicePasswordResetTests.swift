import ComposerFlows
import CoreModels
import KernelTesting
import MailedProofsAPI
import PasswordRecoveryAPI
import PasswordRecoveryTesting
import Testing

struct DevicePasswordResetTests {
    private let origin = RequestOrigin.own, email = EmailAddress("ana@example.com")!

    @Test(.requirement("RECOV-15")) func aCodeAndALinkSetAnotherPassword() async throws {
        let recovery = PasswordRecoveringSpy(), sut = DevicePasswordReset(recovery)
        let code = try #require(MailedCode("123 456 78"))
        let link = try #require(MailedToken(String(repeating: "a", count: MailedToken.length)))
        try await sut.reset(code, of: email, to: Secret("horse"), from: origin)
        try await sut.reset(link, to: Secret("horse"), from: origin)
        try await sut.requestReset(for: email, from: origin)
        #expect(
            recovery.calls == [
                .reset(proof: "12345678", email: "ana@example.com", passwordBytes: 5),
                .reset(proof: link.text, email: nil, passwordBytes: 5), .request(email: "ana@example.com"),
            ])
        await #expect(throws: PasswordRecoveryError.unknownLink) { try await sut.address(behind: link) }
    }

    @Test func whatIsInTheWayIsPassedOn() async throws {
        let sut = DevicePasswordReset(PasswordRecoveringSpy(failure: .wrongCode))
        let code = try #require(MailedCode("12345678"))
        await #expect(throws: PasswordRecoveryError.wrongCode) {
            try await sut.reset(code, of: email, to: Secret("horse"), from: origin)
        }
    }
}
