import AccountsAPI
import AccountsClient
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import PluginKit
import SessionsAPI
import SessionsTesting
import Testing

/// The device's side of deleting an account.
struct DeletionTests {
    private let address = ServerAddress("https://example.com")!
    private let session = StoredSession.sample()
    private let spy = SessionEndSpy()

    private func client(_ store: InMemorySessionStore, _ status: HTTPStatus, _ body: String) -> (
        deleting: any AccountDeleting, server: HTTPTransportSpy
    ) {
        let server = HTTPTransportSpy { _ throws(HTTPTransportError) in
            let type = status.isSuccess ? "application/json" : "application/problem+json"
            return HTTPResponse(status: status, fields: [.contentType: type], body: Data(body.utf8))
        }
        let exports = AccountsClientPlugin.assemble(
            .init(
                server: ServerClient(address: address, transport: server), sessions: store, lock: store,
                endObservers: { [spy] in [spy] })
        ).exports
        return (exports.deleting, server)
    }

    @Test(.requirement("DATA-04", "DATA-05")) func theSessionGoesAndOthersAreToldWhose() async throws {
        let store = InMemorySessionStore(session)
        let (deleting, server) = client(store, .accepted, #"{"due_at":"2026-12-10T09:37:21Z"}"#)
        #expect(try await deleting.deleteAccount(of: session.user.id).formatted(.iso8601) == "2026-12-10T09:37:21Z")
        #expect(server.requests.map(\.url.absoluteString) == ["https://example.com/auth/me/deletion"])
        guard case .absent = await store.load() else {
            Issue.record("the session is there")
            return
        }
        #expect(spy.ends == [.closed(session.user)])
    }

    /// Who logs in while the answer is on its way takes the deletion back.
    @Test(.requirement("DATA-04", "LOGOUT-01")) func aLaterSessionOfThePersonStays() async throws {
        let store = InMemorySessionStore(session)
        let later = StoredSession(
            user: session.user, id: SessionID(UUID()), grant: .sample(refresh: "another"),
            receivedAt: session.receivedAt)
        let server = HTTPTransportStub { _ in
            try? await store.save(later)
            return HTTPResponse(
                status: .accepted, fields: [.contentType: "application/json"],
                body: Data(#"{"due_at":"2026-12-10T09:37:21Z"}"#.utf8))
        }
        let deleting = AccountsClientPlugin.assemble(
            .init(
                server: ServerClient(address: address, transport: server), sessions: store, lock: store,
                endObservers: { [spy] in [spy] })
        ).exports.deleting
        _ = try await deleting.deleteAccount(of: session.user.id)
        #expect(store.session?.id == later.id && spy.ends == [])
    }

    @Test(
        .requirement("DATA-04"),
        arguments: [
            (HTTPStatus.unauthorized, #"{"code":"insufficient_user_authentication"}"#, AccountDeletionError.notRecent),
            (.unauthorized, #"{"code":"session_ended"}"#, .failed(.notLoggedIn)),
            (.internalServerError, #"{"code":"internal_error"}"#, .failed(.server(status: 500))),
        ])
    func whatIsRefusedForgetsNothing(status: HTTPStatus, body: String, error: AccountDeletionError) async throws {
        let store = InMemorySessionStore(session)
        await #expect(throws: error) {
            try await client(store, status, body).deleting.deleteAccount(of: session.user.id)
        }
        guard case .present = await store.load() else {
            Issue.record("the session is gone")
            return
        }
        #expect(spy.ends == [])
    }
}
