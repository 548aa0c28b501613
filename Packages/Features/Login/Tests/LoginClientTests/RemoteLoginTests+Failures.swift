import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import LoginAPI
import LoginTesting
import Presenting
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import Testing

/// Why nobody is logged in afterwards.
extension RemoteLoginTests {
    @Test(.requirement("LOGIN-08")) func afterAWrongPasswordOneMayTryAgain() async throws {
        let answers = Locked([HTTPStatus.unauthorized, .ok])
        let client = LoginClientFixture(
            HTTPTransportStub { request throws(HTTPTransportError) in
                let status = answers.withLock { $0.removeFirst() }
                return try await
                    (status == .ok
                    ? LoginClientFixture.answering(.ok, LoginClientFixture.loggedIn)
                    : LoginClientFixture.refusing(status, "invalid_credentials")).send(request)
            })
        await #expect(throws: LoginError.invalidCredentials()) {
            try await client.login.logIn(email: "ada@example.com", password: Secret("wrong"))
        }
        #expect(client.sessions.calls.isEmpty)
        let user = try await client.login.logIn(email: "ada@example.com", password: password).user
        #expect(client.observer.events == [.failed(.invalidCredentials()), .succeeded(user)])
    }

    @Test(
        .requirement("LOGIN-08", "LOGIN-14"),
        arguments: [
            (HTTPStatus.unauthorized, "invalid_credentials", LoginError.invalidCredentials()),
            (.forbidden, "email_not_verified", .emailNotVerified),
            (.forbidden, "account_suspended", .impossible(.accountSuspended)),
            (.forbidden, "account_closing", .impossible(.accountClosing)),
            (.forbidden, "forbidden", .server),
            (.unprocessableContent, "invalid_data", .server), (.internalServerError, "internal_error", .server),
            (.tooManyRequests, "too_many_requests", .tooManyAttempts(retryAfter: nil)),
        ]) func saysWhatTheServerSaid(status: HTTPStatus, code: String, expected: LoginError) async
    {
        let before = StoredSession.sample()
        let client = LoginClientFixture(LoginClientFixture.refusing(status, code), holding: before)
        await #expect(throws: expected) {
            try await client.login.logIn(email: "ada@example.com", password: password)
        }
        #expect(client.memory.session?.isIdentical(to: before) == true)
        #expect(client.sessions.calls.isEmpty)
        #expect(client.observer.events == [.failed(expected)])
        #expect(client.ends.ends.isEmpty)
    }

    @Test(.requirement("LOGIN-14"), arguments: [HTTPStatus.badGateway, .serviceUnavailable, .gatewayTimeout])
    func aServerWithoutTimeSaysHowLong(status: HTTPStatus) async {
        let client = LoginClientFixture(
            LoginClientFixture.refusing(status, "unavailable", fields: [.retryAfter: "30"]))
        let error = await #expect(throws: LoginError.self) {
            try await client.login.logIn(email: "ada@example.com", password: password)
        }
        guard case .busy(let text, .seconds(30))? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(text.english.contains("30 s") && text.spanish.contains("30 s"))
    }

    @Test(.requirement("D17")) func somethingOnTheWayThatAsksForALoginSaysNothingAboutThePassword() async {
        for answer in [
            LoginClientFixture.answering(.unauthorized),
            LoginClientFixture.refusing(.unauthorized, "of_another_server"),
            LoginClientFixture.answering(.ok, "<html>Sign in</html>", type: "text/html"),
            LoginClientFixture.answering(.seeOther),
        ] {
            let error = await #expect(throws: LoginError.self) {
                try await LoginClientFixture(answer).login.logIn(email: "ada@example.com", password: password)
            }
            guard case .connectivity? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    @Test(.requirement("LOGIN-23"), arguments: ["replay_detected", "dpop_proof_required"])
    func aRefusedProofIsNoWrongPassword(code: String) async {
        let client = LoginClientFixture(
            LoginClientFixture.refusing(.unauthorized, code, fields: [.wwwAuthenticate: "DPoP algs=\"ES256\""]))
        let error = await #expect(throws: LoginError.self) {
            try await client.login.logIn(email: "ada@example.com", password: password)
        }
        guard case .impossible(let obstacle) = error, obstacle.code == code else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        .requirement("LOGIN-14"),
        arguments: [
            ("invalid_email", LoginError.invalidEmail), ("invalid_password", .invalidCredentials()),
            ("of_tomorrow", .server),
        ]) func saysWhichFieldTheServerRefused(code: String, expected: LoginError) async
    {
        let body = #"{"code":"invalid_data","errors":[{"code":"\#(code)","pointer":"/x","reason":"r"}]}"#
        let client = LoginClientFixture(
            LoginClientFixture.answering(.unprocessableContent, body, type: "application/problem+json"))
        await #expect(throws: expected) {
            try await client.login.logIn(email: "ada@example.com", password: password)
        }
    }

    @Test(arguments: [("900", Duration?.some(.seconds(900))), ("0", .zero), ("-1", nil), ("soon", nil), ("1e9", nil)])
    func saysHowLongToWait(field: String, expected: Duration?) async {
        let client = LoginClientFixture(
            LoginClientFixture.refusing(.tooManyRequests, "account_locked", fields: [.retryAfter: field]))
        await #expect(throws: LoginError.tooManyAttempts(retryAfter: expected)) {
            try await client.login.logIn(email: "ada@example.com", password: password)
        }
    }

    @Test(
        .requirement("LOGIN-04", "LOGIN-14"),
        arguments: [
            "", "{", "[]", "<html>", #"{"user":null}"#,
            LoginClientFixture.loggedIn.replacing("at-1", with: ""),
            LoginClientFixture.loggedIn.replacing("300", with: "0"),
            LoginClientFixture.loggedIn.replacing(#""id":"9f"#, with: #""id":"no uuid "#),
        ]) func anAnswerThatHoldsNoSessionIsAnError(body: String) async
    {
        let client = LoginClientFixture(LoginClientFixture.answering(.ok, body))
        await #expect(throws: LoginError.server) {
            try await client.login.logIn(email: "ada@example.com", password: password)
        }
        #expect(client.memory.session == nil)
    }

    @Test(arguments: [HTTPStatus.created, .accepted, .noContent])
    func onlyTwoHundredIsSuccess(status: HTTPStatus) async {
        let client = LoginClientFixture(LoginClientFixture.answering(status, LoginClientFixture.loggedIn))
        await #expect(throws: LoginError.server) {
            try await client.login.logIn(email: "ada@example.com", password: password)
        }
        #expect(client.memory.session == nil)
    }

    @Test(
        .requirement("LOGIN-14"),
        arguments: [
            HTTPTransportError.connectivity(reason: "r"), .timedOut, .tls(reason: "r"), .insecureAddress,
            .cancelled, .tooLarge(limit: 1), .invalidResponse(reason: "r"), .fileSystem(reason: "r"),
            .invalidRequest(reason: "r"), .credentialsUnavailable,
        ]) func saysWhyThereIsNoAnswer(error: HTTPTransportError) async
    {
        let client = LoginClientFixture(HTTPTransportStub(failure: error))
        let expected: LoginError =
            switch error {
            case .cancelled: .cancelled
            case .connectivity, .timedOut, .tls: .connectivity(error.text)
            case .insecureAddress, .invalidRequest, .fileSystem, .credentialsUnavailable:
                .impossible(Obstacle(error))
            default: .server
            }
        await #expect(throws: expected) {
            try await client.login.logIn(email: "ada@example.com", password: password)
        }
        #expect(client.sessions.calls.isEmpty)
        #expect(client.observer.events == [.failed(expected)])
    }

    @Test(
        .requirement("LOGIN-05"),
        arguments: [
            SessionStoreError.storage(.verificationFailed), .storage(.noSpace(path: "/v")), .storage(.wrongKey),
            .unencodable,
        ]) func aStoreThatFailsIsAnErrorAndNoLogin(error: SessionStoreError) async
    {
        let before = StoredSession.sample()
        let client = accepting(holding: before)
        client.memory.failWrites(with: error)
        let expected = LoginError.tokenStorageFailed(Obstacle(error))
        await #expect(throws: expected) {
            try await client.login.logIn(email: "ada@example.com", password: password)
        }
        #expect(client.memory.session?.isIdentical(to: before) == true)
        #expect(client.observer.events == [.failed(expected)])
        #expect(client.ends.ends.isEmpty)
    }

    @Test func manyAtOnceLeaveOneWholeSession() async throws {
        let client = accepting()
        try await withThrowingTaskGroup(of: LoggedIn.self) { group in
            for _ in 0..<16 {
                group.addTask { try await client.login.logIn(email: "ada@example.com", password: password) }
            }
            try await group.waitForAll()
        }
        #expect(client.memory.saveCount == 16)
        #expect(client.observer.events.count == 16)
        #expect(client.memory.session?.user == LoginClientFixture.user)
    }
}
