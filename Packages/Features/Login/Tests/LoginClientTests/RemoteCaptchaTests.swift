import CaptchaAPI
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import LoginAPI
import LoginTesting
import SessionsTesting
import Testing

struct RemoteCaptchaTests {
    private let password = Secret("correct horse")

    @Test(.requirement("CAPTCHA-01", "LOGIN-24")) func whatTheServerAsksIsToldAsItCame() async {
        let body = #"{"captcha":"proof-of-work.16.1.id.code","code":"captcha_required","status":428}"#
        let client = LoginClientFixture(
            LoginClientFixture.answering(.preconditionRequired, body, type: "application/problem+json"))
        let error = LoginError.captchaRequired(CaptchaChallenge("proof-of-work.16.1.id.code"))
        await #expect(throws: error) {
            try await client.login.logIn(email: "ada@example.com", password: password)
        }
        #expect(client.observer.events == [.failed(error)])
        #expect(client.memory.session == nil)
    }

    @Test func aServerThatAsksNothingIsNotUnderstood() async {
        let client = LoginClientFixture(
            LoginClientFixture.answering(
                .preconditionRequired, #"{"code":"captcha_required","status":428}"#, type: "application/problem+json"))
        await #expect(throws: LoginError.server) {
            try await client.login.logIn(email: "ada@example.com", password: password)
        }
    }

    @Test(.requirement("CAPTCHA-03")) func theAnswerGoesWithTheCredentials() async throws {
        let client = LoginClientFixture(LoginClientFixture.answering(.ok, LoginClientFixture.loggedIn))
        _ = try await client.login.logIn(email: "ada@example.com", password: password, captcha: Secret("solved"))
        guard case .bytes(let body) = client.transport.requests.first?.body else {
            Issue.record("nothing was sent")
            return
        }
        #expect(String(decoding: body, as: UTF8.self).contains(#""captcha":"solved""#))
    }
}
