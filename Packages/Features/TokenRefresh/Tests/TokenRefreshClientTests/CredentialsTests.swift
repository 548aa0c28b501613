import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import PluginKit
import Presenting
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import TelemetryAPI
import TelemetryTesting
import Testing
import TokenRefreshClient

struct CredentialsTests {
    @Test(.requirement("TOKEN-02")) func requestsToTheServerCarryTheAccessToken() async throws {
        let client = Client(Client.session())
        client.server.accept("access-0")
        #expect(try await client.get() == "private")
        #expect(client.server.requests.credentials == ["Bearer access-0"])
        #expect(client.server.refreshes.isEmpty)
    }

    @Test(.requirement("TOKEN-03")) func withoutASessionRequestsGoOutBare() async throws {
        let client = Client(nil)
        #expect(try await client.get() == "public")
        #expect(client.server.requests.credentials == [nil])
    }

    @Test(.requirement("TOKEN-03")) func whatTakesASessionIsRefusedWithoutOneAndWithoutAConnection() async throws {
        let store = InMemorySessionStore(nil), offline = HTTPTransportStub(failure: .timedOut)
        let personal = TokenRefreshClientPlugin.assemble(
            .init(
                server: ServerClient(address: ServerStub.address, transport: offline), transport: offline,
                sessions: store, lock: store, logger: .disabled, now: ManualDate().bootTime)
        ).exports.personalTransport
        let answer = try await ServerClient(address: ServerStub.address, transport: personal).get("/auth/sessions")
        guard case .session? = answer.refusal else {
            Issue.record("\(answer.status)")
            return
        }
        let elsewhere = try #require(URL(string: "https://example.net/"))
        await #expect(throws: HTTPTransportError.timedOut, "others answer for themselves") {
            try await personal.send(HTTPRequest(url: elsewhere))
        }
    }

    @Test(arguments: [
        "https://example.com/elsewhere", "https://example.com/baseless", "https://example.com/base/../secret",
        "http://example.com/base/feed", "https://example.com:8443/base/feed", "https://example.com.evil.test/base/feed",
        "https://evil.test/base/feed", "https://user@evil.test/base/feed",
        "https://evil.test/?https://example.com/base",
    ]) func nobodyElseGetsIt(address: String) async throws {
        let client = Client(Client.session(age: 1000))
        _ = try? await client.get(try #require(URL(string: address)))
        #expect(client.server.spy.requests.credentials == [nil])
    }

    @Test func ownCredentialsOfARequestAreLeftAlone() async throws {
        let client = Client(Client.session(age: 1000))
        client.server.accept("other")
        #expect(try await client.get(ServerStub.feed, [.authorization: "Bearer other"]) == "private")
        #expect(client.server.spy.requests.count == 1)
    }

    @Test func everythingElseOfTheRequestStaysAsItIs() async throws {
        let client = Client(Client.session())
        client.server.accept("access-0")
        var request = HTTPRequest(
            method: .post, url: ServerStub.feed, fields: ["X-A": "1", "X-B": "2"], body: .bytes(Data("b".utf8)),
            limits: HTTPLimits(total: .seconds(3)), redirects: .followed(maximum: 2))
        _ = try await client.transport.send(request)
        request.fields[.authorization] = "Bearer access-0"
        #expect(client.server.requests == [request])
    }

    @Test(.requirement("STORE-32")) func aLockedVaultIsAnErrorAndNoRequest() async {
        let client = Client(Client.session())
        let locked = SessionStoreError.storage(.passphraseRequired)
        client.store.failReads(with: locked)
        await #expect(
            throws: HTTPTransportError.credentialsUnavailable(Obstacle(SecretStoreError.passphraseRequired))
        ) { try await client.get() }
        #expect(client.server.spy.requests.isEmpty)
        #expect(client.store.session != nil)
    }

    @Test func errorsOfTheTransportPassThrough() async {
        let store = InMemorySessionStore(Client.session())
        let broken = HTTPTransportStub(failure: .timedOut)
        let transport = TokenRefreshClientPlugin.assemble(
            .init(
                server: ServerClient(address: ServerStub.address, transport: broken), transport: broken,
                sessions: store, lock: store, logger: .disabled, now: ManualDate().bootTime)
        ).exports.transport
        await #expect(throws: HTTPTransportError.timedOut) {
            try await transport.send(HTTPRequest(url: ServerStub.feed))
        }
        #expect(store.session != nil)
    }

    @Test func showsNoTokenInItsLog() async throws {
        let client = Client(Client.session("hunter-access", "hunter-refresh", age: 1000))
        client.server.grant("hunter-access-2", "hunter-refresh-2")
        _ = try await client.get()
        client.server.answerRefresh(.unauthorized, #"{"code":"invalid_grant"}"#, problem: true)
        client.date.advance(by: .seconds(1000))
        _ = try await client.get()
        #expect(!client.log.records.isEmpty)
        #expect(!client.log.text.contains("hunter"))
    }
}
