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
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import Testing

struct RemoteLoginTests {
    private let password = Secret("correct horse")

    private func accepting(holding session: StoredSession? = nil) -> LoginClientFixture {
        LoginClientFixture(LoginClientFixture.answering(.ok, LoginClientFixture.loggedIn), holding: session)
    }

    // MARK: What is sent

    @Test(.requirement("LOGIN-01", "LOGIN-30", "TOKEN-01"))
    func sendsAddressAndPasswordAndNoToken() async throws {
        let client = accepting(holding: .sample())
        _ = try await client.login.logIn(email: " Ada@example.com ", password: password)
        let request = try #require(client.transport.requests.first)
        #expect(client.transport.requests.count == 1)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://example.com:8443/base/auth/login")
        #expect(request.fields[.contentType] == "application/json")
        #expect(request.fields[.authorization] == nil)
        let body = #"{"device":"Ada's laptop","email":"Ada@example.com","password":"correct horse"}"#
        #expect(request.body == .bytes(Data(body.utf8)))
    }

    @Test(
        .requirement("LOGIN-02"),
        arguments: ["", " ", "ada", "ada@", "@example.com", "ada@example", "ada@exa mple.com"])
    func whatIsNoAddressCostsNoRequest(email: String) async {
        let client = accepting()
        await #expect(throws: LoginError.invalidEmail) {
            try await client.login.logIn(email: email, password: password)
        }
        #expect(client.transport.calls.isEmpty)
        #expect(client.sessions.calls.isEmpty)
        #expect(client.observer.events == [.failed(.invalidEmail)])
    }

    @Test(.requirement("LOGIN-03")) func anEmptyPasswordCostsNoRequestAndOpensNoVault() async {
        let client = accepting()
        await #expect(throws: LoginError.emptyPassword) {
            try await client.login.logIn(email: "ada@example.com", password: Secret(""))
        }
        #expect(client.transport.calls.isEmpty)
        #expect(client.sessions.calls.isEmpty)
        #expect(client.observer.events == [.failed(.emptyPassword)])
    }

    @Test(.requirement("LOGIN-03"), arguments: ["x", "       ", "1234567"])
    func anyOtherPasswordIsForTheServerToJudge(text: String) async throws {
        let client = accepting()
        _ = try await client.login.logIn(email: "ada@example.com", password: Secret(text))
        #expect(client.transport.calls.count == 1)
    }

    @Test func aPasswordThatIsNoTextIsNotSentAsAnotherOne() async {
        let client = accepting()
        await #expect {
            try await client.login.logIn(email: "ada@example.com", password: Secret([0xC3, 0x28]))
        } throws: { error in
            guard case LoginError.impossible("invalid_request", _)? = error as? LoginError else { return false }
            return true
        }
        #expect(client.transport.calls.isEmpty)
    }

    // MARK: Success

    @Test(.requirement("LOGIN-04", "LOGIN-05", "LOGIN-06", "LOGIN-07", "LOGIN-30"))
    func storesTheSessionAndTellsWhoIsLoggedIn() async throws {
        let client = accepting()
        let user = try await client.login.logIn(email: "ada@example.com", password: password)
        #expect(user == LoginClientFixture.user)
        let session = try #require(client.memory.session)
        #expect(session.user == user)
        #expect(session.grant.accessToken.isEqual(to: Secret("at-1")))
        #expect(session.grant.refreshToken.isEqual(to: Secret("rt-1")))
        #expect(session.receivedAt == client.date.bootTime())
        #expect(client.memory.saveCount == 1)
        #expect(client.observer.events == [.succeeded(user)])
        #expect(client.ends.ends.isEmpty)
    }

    @Test func theSamePersonAgainKeepsWhatIsOnTheDevice() async throws {
        let client = accepting(holding: .sample(user: LoginClientFixture.user))
        _ = try await client.login.logIn(email: "ada@example.com", password: password)
        #expect(client.ends.ends.isEmpty)
    }

    @Test(.requirement("LOGOUT-01")) func anotherPersonFindsNothingOfTheFirst() async throws {
        let client = accepting(holding: .sample(user: .sample(name: "Eve")))
        _ = try await client.login.logIn(email: "ada@example.com", password: password)
        #expect(client.memory.session?.user == LoginClientFixture.user)
        #expect(client.ends.ends == [.loggedOut])
    }

    @Test(.requirement("LOGOUT-01")) func soDoesWhoeverComesAfterASessionThatCannotBeRead() async throws {
        let client = accepting()
        client.memory.failReads(with: .unreadable)
        _ = try await client.login.logIn(email: "ada@example.com", password: password)
        #expect(client.ends.ends == [.loggedOut])
    }

    // MARK: Failure

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
        await #expect(throws: LoginError.invalidCredentials) {
            try await client.login.logIn(email: "ada@example.com", password: Secret("wrong"))
        }
        #expect(client.sessions.calls.isEmpty)
        let user = try await client.login.logIn(email: "ada@example.com", password: password)
        #expect(client.observer.events == [.failed(.invalidCredentials), .succeeded(user)])
    }

    @Test(
        .requirement("LOGIN-08", "LOGIN-14"),
        arguments: [
            (HTTPStatus.unauthorized, "invalid_credentials", LoginError.invalidCredentials),
            (.unauthorized, "of_another_server", .invalidCredentials),
            (.forbidden, "email_not_verified", .emailNotVerified),
            (.forbidden, "forbidden", .server), (.notFound, "not_found", .server),
            (.unprocessableContent, "invalid_data", .server), (.internalServerError, "internal_error", .server),
            (.serviceUnavailable, "unavailable", .server),
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

    @Test func somethingOnTheWayThatAsksForALoginSaysNothingAboutThePassword() async {
        let client = LoginClientFixture(LoginClientFixture.answering(.unauthorized))
        await #expect(throws: LoginError.server) {
            try await client.login.logIn(email: "ada@example.com", password: password)
        }
    }

    @Test(.requirement("LOGIN-23"), arguments: ["replay_detected", "dpop_proof_required"])
    func aRefusedProofIsNoWrongPassword(code: String) async {
        let client = LoginClientFixture(
            LoginClientFixture.refusing(.unauthorized, code, fields: [.wwwAuthenticate: "DPoP algs=\"ES256\""]))
        let error = await #expect(throws: LoginError.self) {
            try await client.login.logIn(email: "ada@example.com", password: password)
        }
        guard case .impossible(code, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(
        .requirement("LOGIN-14"),
        arguments: [
            ("invalid_email", LoginError.invalidEmail), ("invalid_password", .invalidCredentials),
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

    @Test(arguments: [HTTPStatus.created, .accepted, .noContent, .seeOther])
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
                .impossible(code: error.code, error.text)
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
        let expected = LoginError.tokenStorageFailed(error.message + error.hint)
        await #expect(throws: expected) {
            try await client.login.logIn(email: "ada@example.com", password: password)
        }
        #expect(client.memory.session?.isIdentical(to: before) == true)
        #expect(client.observer.events == [.failed(expected)])
        #expect(client.ends.ends.isEmpty)
    }

    @Test func manyAtOnceLeaveOneWholeSession() async throws {
        let client = accepting()
        try await withThrowingTaskGroup(of: User.self) { group in
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
