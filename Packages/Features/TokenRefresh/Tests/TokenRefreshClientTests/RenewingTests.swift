import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking
import Presenting
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import TelemetryAPI
import TelemetryTesting
import Testing
import TokenRefreshClient

struct RenewingTests {
    @Test(.requirement("TOKEN-04", "TOKEN-05", "TOKEN-14", "LOGIN-17"))
    func anExpiredTokenIsRenewedBeforeTheRequest() async throws {
        let client = Client(Client.session(age: 1000))
        client.server.grant("access-1", "refresh-1")
        #expect(try await client.get() == "private")
        #expect(client.server.requests.credentials == ["Bearer access-1"])
        #expect(client.access == "access-1" && client.refresh == "refresh-1")
        #expect(client.store.session?.receivedAt == client.date.bootTime())
    }

    @Test(arguments: [
        (269.0, 300, 0), (270.0, 300, 1), (299.0, 300, 1), (89.0, 100, 0), (90.0, 100, 1), (569.0, 600, 0),
    ])
    func renewsALittleBeforeTheEnd(age: Double, expiresIn: Int, refreshes: Int) async throws {
        let client = Client(Client.session(age: age, expiresIn: expiresIn))
        client.server.grant("access-1", "refresh-1")
        client.server.accept("access-0", "access-1")
        #expect(try await client.get() == "private")
        #expect(client.server.refreshes.count == refreshes)
    }

    @Test(.requirement("TOKEN-15")) func aRefusedTokenIsRenewedAndTheRequestRepeatedOnce() async throws {
        let client = Client(Client.session())
        client.server.grant("access-1", "refresh-1")
        #expect(try await client.get() == "private")
        #expect(client.server.requests.credentials == ["Bearer access-0", "Bearer access-1"])
        #expect(client.server.refreshes.count == 1)
    }

    @Test(.requirement("TOKEN-15")) func aRequestThatIsRefusedAgainIsNotRepeatedAgain() async throws {
        let client = Client(Client.session())
        client.server.grant("access-1", "refresh-1")
        client.server.accept()
        #expect(try await client.get() == "401")
        #expect(client.server.requests.count == 2)
        #expect(client.server.refreshes.count == 1)
        #expect(client.access == "access-1", "the session stands")
    }

    @Test(.requirement("D11", "TOKEN-01", "TOKEN-08")) func aRefreshSendsTheRefreshTokenAndNoBearer() async throws {
        let client = Client(Client.session(age: 1000))
        client.server.grant("access-1", "refresh-1")
        _ = try await client.get()
        let refresh = try #require(client.server.refreshes.first)
        #expect(refresh.method == .post)
        #expect(refresh.url.absoluteString == "https://example.com/base/auth/refresh")
        #expect(refresh.fields[.authorization] == nil)
        #expect(refresh.fields[.contentType] == "application/json")
        #expect(refresh.body == .bytes(Data(#"{"refresh_token":"refresh-0"}"#.utf8)))
    }

    /// What was asked for by one person is asked in nobody else's name: "rename" would rename Bob.
    @Test(.requirement("TOKEN-15", "OFFLINE-10"), arguments: [0.0, 1000])
    func whoLogsInDuringARenewalIsNotActedFor(age: Double) async throws {
        let client = Client(Client.session(age: age)), store = client.store
        let bob = StoredSession.sample(grant: .sample(access: "access-bob"), receivedAt: client.date.bootTime())
        client.server.answerRefresh { () throws(HTTPTransportError) in
            try? await store.save(bob)
            return ServerStub.granted("access-1", "refresh-1")
        }
        client.server.accept("access-bob")
        let error = await #expect(throws: HTTPTransportError.self) { try await client.get() }
        guard case .credentialsUnavailable(let obstacle)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(obstacle.code == "not_logged_in" && client.store.session?.user == bob.user)
        #expect(!client.server.requests.credentials.contains("Bearer access-bob"))
    }

    @Test(.requirement("SESS-16")) func aProgramThatActsForSomebodyElseSendsNothing() async throws {
        let client = Client(Client.session(), acting: ActsForNobody())
        client.server.accept("access-0")
        let error = await #expect(throws: HTTPTransportError.self) { try await client.get() }
        guard case .credentialsUnavailable(let obstacle)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(obstacle.code == "not_logged_in" && client.server.spy.requests.isEmpty)
    }

    @Test(arguments: [
        HTTPResponse(
            status: .unauthorized, fields: [.contentType: "application/problem+json"],
            body: Data(#"{"code":"invalid_credentials"}"#.utf8)),
        HTTPResponse(status: .unauthorized, fields: [.wwwAuthenticate: "Basic realm=\"bearer\""]),
        HTTPResponse(status: .forbidden, fields: [.wwwAuthenticate: "Bearer error=\"insufficient_scope\""]),
        HTTPResponse(status: .unauthorized, fields: [.wwwAuthenticate: "DPoP error=\"invalid_dpop_proof\""]),
        HTTPResponse(status: .unauthorized, fields: [.wwwAuthenticate: "DPoP error=\"use_dpop_nonce\""]),
        HTTPResponse(status: .notFound), HTTPResponse(status: .internalServerError),
    ]) func answersThatAreNotAboutTheTokenPassAsTheyAre(answer: HTTPResponse) async throws {
        let client = Client(Client.session())
        client.server.state.withLock { $0.refused = answer }
        #expect(try await client.transport.send(HTTPRequest(url: ServerStub.feed)) == answer)
        #expect(client.server.spy.requests.count == 1)
    }

    @Test(arguments: [
        HTTPFields(), [.wwwAuthenticate: "Bearer"], [.wwwAuthenticate: "bearer error=\"invalid_token\""],
        [.wwwAuthenticate: "Basic realm=\"x\", Bearer realm=\"y\""], [.wwwAuthenticate: "DPoP algs=\"ES256\""],
    ]) func otherServersSayItInOtherWords(fields: HTTPFields) async throws {
        let client = Client(Client.session())
        client.server.grant("access-1", "refresh-1")
        client.server.state.withLock { $0.refused = HTTPResponse(status: .unauthorized, fields: fields) }
        #expect(try await client.get() == "private")
    }

    @Test func downloadsAndStreamsAreRenewedToo() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "picture")
        let client = Client(Client.session())
        client.server.grant("access-1", "refresh-1")
        let answer = try await client.transport.download(HTTPRequest(url: ServerStub.feed), toFile: path)
        #expect(answer.status == .ok)
        #expect(folder.contents(of: "picture") == Array("private".utf8))

        client.server.grant("access-2", "refresh-2")
        let stream = try await client.transport.stream(HTTPRequest(url: ServerStub.feed))
        #expect(stream.status == .ok)
        #expect(client.server.refreshes.count == 2)
    }

    @Test func aStreamHearsWhyItsSessionCouldNotBeRenewed() async throws {
        let client = Client(Client.session())
        client.server.answerRefresh(.serviceUnavailable, #"{"code":"unavailable"}"#, problem: true)
        let stream = try await client.transport.stream(HTTPRequest(url: ServerStub.feed))
        #expect(stream.status == .serviceUnavailable)
        var body = Data()
        for try await piece in stream.body { body += piece }
        #expect(String(decoding: body, as: UTF8.self) == #"{"code":"unavailable"}"#)
    }

    @Test(arguments: [-315_360_000.0, 315_360_000.0]) func aClockThatIsTenYearsOffDoesNotMatter(shift: Double)
        async throws
    {
        let client = Client(Client.session())
        client.server.accept("access-0")
        #expect(try await client.get() == "private")
        client.server.grant("access-1", "refresh-1")
        client.date.value += shift
        #expect(try await client.get() == "private")
        #expect(try await client.get() == "private")
        #expect(client.server.refreshes.count == 1)
        client.server.grant("access-2", "refresh-2")
        client.date.value -= shift
        #expect(try await client.get() == "private")
        #expect(client.access == "access-2")
    }

    @Test(.requirement("TOKEN-22")) func expiryAndFailureAreLogged() async throws {
        let client = Client(Client.session(age: 1000))
        client.server.answerRefresh(.internalServerError)
        _ = try await client.get()
        #expect(client.log.records.contains { $0.fields["event"] == .string("TokenExpired") })
        #expect(client.log.records.contains { $0.fields["event"] == .string("RefreshFailed") })
    }

    @Test(.requirement("TOKEN-21", "TOKEN-22")) func whatNobodyExpectedIsLoggedWithItsReason() async {
        let client = Client(Client.session(age: 1000))
        client.server.answerRefresh(.ok, "<html>")
        client.server.accept()
        await #expect(throws: HTTPTransportError.self) { try await client.get() }
        let failure = client.log.records.first { $0.fields["event"] == .string("RefreshFailed") }
        #expect(failure?.fields["reason"] != nil)
    }

    @Test func letsGoOfEverything() async throws {
        try await expectRelease {
            let client = Client(Client.session(age: 1000))
            client.server.grant("access-1", "refresh-1")
            _ = try await client.get()
            return client.store
        }
    }
}

private struct ActsForNobody: ActingPerson {
    func bind() async {}
    func acts(for person: UserID) -> Bool { false }
}
