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

struct RemoteLoginTests {
    let password = Secret("correct horse")

    func accepting(holding session: StoredSession? = nil) -> LoginClientFixture {
        LoginClientFixture(LoginClientFixture.answering(.ok, LoginClientFixture.loggedIn), holding: session)
    }

    // MARK: What is sent

    @Test(.requirement("LOGIN-01", "LOGIN-30", "TOKEN-01"))
    func sendsAddressAndPasswordAndNoToken() async throws {
        let client = accepting(holding: .sample())
        _ = try await client.login.logIn(email: " Ada@example.com ", password: password)
        let request = try #require(client.transport.requests.first)
        // Without a queue the session before ends at once.
        #expect(client.transport.requests.map { $0.url.path() } == ["/base/auth/login", "/base/auth/logout"])
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
            (error as? LoginError)?.code == "invalid_request"
        }
        #expect(client.transport.calls.isEmpty)
    }

    // MARK: Success

    @Test(.requirement("LOGIN-04", "LOGIN-05", "LOGIN-06", "LOGIN-07", "LOGIN-30"))
    func storesTheSessionAndTellsWhoIsLoggedIn() async throws {
        let client = accepting()
        let user = try await client.login.logIn(email: "ada@example.com", password: password).user
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

    /// In another terminal, say, while the password or the code was being typed.
    @Test(
        "Whoever logs in while somebody types stays so", .requirement("SESS-21", "L10N-01"), arguments: [true, false])
    func whoLoggedInMeanwhileStays(isSecondStep: Bool) async throws {
        let eve = StoredSession.sample(user: .sample(name: "Eve", email: "eve@example.com"))
        let client = accepting(holding: eve), start = SessionBeginning.Start(with: nil)
        let error = await #expect(throws: LoginError.self) {
            if isSecondStep {
                let ticket = LoginTicket(email: "ada@example.com", secret: Secret("t-1"))
                _ = try await client.login.logIn(with: Secret("287082"), completing: ticket, since: start)
            } else {
                _ = try await client.login.logIn(
                    email: "ada@example.com", password: password, captcha: nil, since: start)
            }
        }
        #expect(error?.code == "somebody_is_logged_in" && error?.nextSteps == [.logOut])
        #expect(error?.text.english.contains("Meanwhile Eve logged in here, and stays so.") == true)
        #expect(error?.text.spanish.contains("Entretanto Eve inició sesión aquí") == true)
        #expect(client.memory.session?.isSame(as: eve) == true && client.ends.ends.isEmpty)
        // The session that nobody wants ends.
        #expect(client.transport.requests.last?.url.path.hasSuffix("/auth/logout") == true)
    }

    @Test(.requirement("D16", "SESS-21")) func aLoginThatWasOvertakenBeginsNoSession() async throws {
        let client = accepting()
        client.memory.failWrites(with: .anotherKey)
        let error = await #expect(throws: LoginError.self) {
            _ = try await client.login.logIn(email: "ada@example.com", password: password)
        }
        #expect(error?.code == "session_overtaken" && error?.nextSteps == [.logIn])
        #expect(client.memory.session == nil && client.ends.ends.isEmpty)
        #expect(client.transport.requests.last?.url.path.hasSuffix("/auth/logout") == true)
    }

    @Test(.requirement("LOGOUT-01")) func soDoesWhoeverComesAfterASessionThatCannotBeRead() async throws {
        let client = accepting()
        client.memory.failReads(with: .unreadable)
        _ = try await client.login.logIn(email: "ada@example.com", password: password)
        #expect(client.ends.ends == [.loggedOut])
    }

    @Test(.requirement("DATA-04")) func aLoginThatTookADeletionBackSaysSo() async throws {
        let kept = LoginClientFixture.loggedIn.replacing(#""welcome":true"#, with: #""account_kept":true"#)
        let client = LoginClientFixture(LoginClientFixture.answering(.ok, kept))
        let login = try await client.login.logIn(email: "ada@example.com", password: password)
        #expect(login.remark?.english.contains("You logged in, so it isn't") == true)
        let usual = LoginClientFixture(LoginClientFixture.answering(.ok, LoginClientFixture.loggedIn))
        #expect(try await usual.login.logIn(email: "ada@example.com", password: password).remark == nil)
    }
}
