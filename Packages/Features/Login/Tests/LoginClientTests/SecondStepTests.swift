import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import LoginAPI
import LoginTesting
import SessionsAPI
import SessionsTesting
import Testing

struct SecondStepTests {
    private let ticket = LoginTicket(email: "ada@example.com", secret: Secret("t-1"))

    @Test(.requirement("MFA-01")) func theTicketOfTheFirstStepIsKept() async throws {
        let body = #"{"code":"second_factor_required","status":403,"ticket":"t-1","title":"no"}"#
        let client = LoginClientFixture(
            LoginClientFixture.answering(.forbidden, body, type: "application/problem+json"))
        await #expect(throws: LoginError.secondFactorRequired(ticket)) {
            try await client.login.logIn(email: "ada@example.com", password: Secret("correct horse"))
        }
    }

    @Test(.requirement("MFA-01")) func theCodeGoesWithTheTicketAndBeginsTheSession() async throws {
        let client = LoginClientFixture(LoginClientFixture.answering(.ok, LoginClientFixture.loggedIn))
        let user = try await client.login.logIn(with: Secret("287082"), completing: ticket).user
        #expect(user == LoginClientFixture.user)
        let request = try #require(client.transport.requests.first)
        #expect(request.url.absoluteString == "https://example.com:8443/base/auth/login/code")
        #expect(request.body == .bytes(Data(#"{"code":"287082","ticket":"t-1"}"#.utf8)))
        #expect(client.observer.events == [.succeeded(user)])
        guard case .present(let session) = await client.memory.load() else {
            Issue.record("no session is stored")
            return
        }
        #expect(session.user == user)
    }

    @Test(.requirement("MFA-05")) func aLossIsReportedWithTheTicket() async throws {
        let body = #"{"factor_ends_at":"2026-11-28T09:37:21Z"}"#
        let client = LoginClientFixture(LoginClientFixture.answering(.accepted, body))
        #expect(
            try await client.login.reportLostFactor(completing: ticket) == Date(timeIntervalSince1970: 1_795_858_641))
        let request = try #require(client.transport.requests.first)
        #expect(request.url.absoluteString == "https://example.com:8443/base/auth/login/code/loss")
        #expect(request.body == .bytes(Data(#"{"ticket":"t-1"}"#.utf8)))
        #expect(client.observer.events == [])
    }

    @Test(
        .requirement("MFA-05"),
        arguments: [
            (HTTPStatus.unauthorized, "login_expired", LoginError.loginExpired),
            (.forbidden, "factor_stays", .factorStays),
            (.tooManyRequests, "too_many_losses", .tooManyLosses(retryAfter: nil)),
        ])
    func aLossThatIsNotTakenIsTyped(status: HTTPStatus, code: String, error: LoginError) async throws {
        let client = LoginClientFixture(LoginClientFixture.refusing(status, code))
        await #expect(throws: error) { try await client.login.reportLostFactor(completing: ticket) }
    }

    @Test(.requirement("MFA-05")) func whatALossMeansIsAskedBeforeItIsReported() async throws {
        let body = #"{"factor_ends_at":"2026-11-28T09:37:21Z"}"#
        let client = LoginClientFixture(LoginClientFixture.answering(.ok, body))
        #expect(
            try await client.login.foreseeLostFactor(completing: ticket) == Date(timeIntervalSince1970: 1_795_858_641))
        let request = try #require(client.transport.requests.first)
        #expect(request.url.absoluteString == "https://example.com:8443/base/auth/login/code/loss/question")
        // An older server says nothing, and does nothing.
        let older = LoginClientFixture(LoginClientFixture.refusing(.notFound, "not_found"))
        #expect(try await older.login.foreseeLostFactor(completing: ticket) == nil)
        let operators = LoginClientFixture(LoginClientFixture.refusing(.forbidden, "factor_stays"))
        await #expect(throws: LoginError.factorStays) {
            try await operators.login.foreseeLostFactor(completing: ticket)
        }
    }

    @Test(
        .requirement("MFA-04"),
        arguments: [
            (HTTPStatus.unauthorized, "wrong_code", LoginError.wrongCode),
            (.unauthorized, "login_expired", .loginExpired),
            (.tooManyRequests, "account_locked", .tooManyAttempts(retryAfter: nil)),
        ])
    func refusalsAreTyped(status: HTTPStatus, code: String, error: LoginError) async throws {
        let client = LoginClientFixture(LoginClientFixture.refusing(status, code))
        await #expect(throws: error) { try await client.login.logIn(with: Secret("1"), completing: ticket) }
        #expect(client.observer.events == [.failed(error)])
    }
}
