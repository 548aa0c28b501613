import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import LoginAPI
import Presenting
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import Testing

struct RemoteLogoutTests {
    private let session = StoredSession.sample(grant: .sample(access: "at-1", refresh: "rt-1"))

    @Test(.requirement("LOGIN-15", "LOGOUT-01", "LOGOUT-02", "LOGOUT-05"))
    func removesTheSessionHereAndAtTheServer() async throws {
        let client = LoginClientFixture(LoginClientFixture.answering(.noContent), holding: session)
        #expect(try await client.logout.logOut() == .ended)
        #expect(client.memory.session == nil)
        #expect(client.ends.ends == [.loggedOut])
        let request = try #require(client.transport.requests.first)
        #expect(client.transport.requests.count == 1)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://example.com:8443/base/auth/logout")
        #expect(request.body == .bytes(Data(#"{"refresh_token":"rt-1"}"#.utf8)))
        #expect(request.fields[.authorization] == nil)
    }

    @Test(.requirement("LOGOUT-01")) func thisDeviceForgetsBeforeTheServerIsAsked() async throws {
        let memory = InMemorySessionStore(session)
        let client = LoginClientFixture(
            HTTPTransportStub { _ in HTTPResponse(status: memory.session == nil ? .noContent : .conflict) },
            memory: memory)
        #expect(try await client.logout.logOut() == .ended)
    }

    @Test(
        .requirement("LOGOUT-04", "LOGOUT-05"),
        arguments: [HTTPStatus.internalServerError, .serviceUnavailable, .unauthorized, .notFound, .seeOther])
    func aServerThatFailsKeepsNothingOnThisDevice(status: HTTPStatus) async throws {
        let client = LoginClientFixture(LoginClientFixture.answering(status), holding: session)
        #expect(try await client.logout.logOut() == .endedHereOnly)
        #expect(client.memory.session == nil)
        #expect(client.ends.ends == [.loggedOut])
    }

    @Test(
        .requirement("D12", "LOGOUT-04", "LOGOUT-05"),
        arguments: [HTTPTransportError.connectivity(reason: "r"), .timedOut, .tls(reason: "r"), .cancelled])
    func soDoesAServerThatIsGone(error: HTTPTransportError) async throws {
        let client = LoginClientFixture(HTTPTransportStub(failure: error), holding: session)
        #expect(try await client.logout.logOut() == .endedHereOnly)
        #expect(client.memory.session == nil)
        #expect(client.ends.ends == [.loggedOut])
    }

    @Test(.requirement("LOGOUT-01", "LOGOUT-05")) func aStoreThatFailsIsNoReasonToKeepTheRest() async {
        let client = LoginClientFixture(LoginClientFixture.answering(.noContent), holding: session)
        let cause = SessionStoreError.storage(.readOnly(path: "/v"))
        client.memory.failWrites(with: cause)
        await #expect(throws: LogoutError(leftovers: [cause.fullText], hasEnded: false)) {
            try await client.logout.logOut()
        }
        // What is left is worth nothing: the server has ended the session.
        #expect(client.transport.requests.count == 1)
        #expect(client.ends.ends == [.loggedOut])
    }

    @Test(.requirement("LOGOUT-01")) func aSessionThatCannotBeReadIsRemovedAllTheSame() async throws {
        let client = LoginClientFixture(LoginClientFixture.answering(.noContent), holding: session)
        client.memory.failReads(with: .unreadable)
        #expect(try await client.logout.logOut() == .endedHereOnly)
        #expect(client.memory.session == nil)
        #expect(client.transport.calls.isEmpty)
        #expect(client.ends.ends == [.loggedOut])
    }

    @Test func whoIsNotLoggedInCostsNoRequest() async throws {
        let client = LoginClientFixture(LoginClientFixture.answering(.noContent))
        #expect(try await client.logout.logOut() == .wasNotLoggedIn)
        #expect(client.transport.calls.isEmpty)
        // An earlier logout may have ended before everything was cleaned up.
        #expect(client.ends.ends == [.loggedOut])
    }

    /// Between the question and its answer, at another terminal.
    @Test(.requirement("OFFLINE-10", "LOGOUT-01")) func whoLoggedInMeanwhileStaysSo() async throws {
        let bob = StoredSession.sample(user: .sample(name: "Bob"), grant: .sample(refresh: "rt-2"))
        let client = LoginClientFixture(LoginClientFixture.answering(.noContent), holding: bob)
        #expect(try await client.logout.logOut(session.user.id) == .somebodyElse(name: "Bob"))
        #expect(client.memory.session?.user == bob.user && client.transport.calls.isEmpty && client.ends.ends == [])
    }

    @Test func aSecondLogoutFindsNobody() async throws {
        let client = LoginClientFixture(LoginClientFixture.answering(.noContent), holding: session)
        #expect(try await client.logout.logOut() == .ended)
        #expect(try await client.logout.logOut() == .wasNotLoggedIn)
        #expect(client.transport.requests.count == 1)
    }
}
