import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import PluginKit
import Presenting
import SessionsAPI
import SessionsClient
import SessionsTesting
import Testing

struct RemoteSessionListTests {
    private let requests = Locked<[String]>([])

    private func client(
        _ answer: @escaping @Sendable (HTTPRequest) throws(HTTPTransportError) -> HTTPResponse
    ) throws -> any SessionManaging {
        let requests = requests
        let transport = HTTPTransportStub { request throws(HTTPTransportError) in
            requests.withLock { $0.append("\(request.method.rawValue) \(request.url.path())") }
            return try answer(request)
        }
        let address = try #require(ServerAddress("https://example.com/base")), store = InMemorySessionStore()
        let server = ServerClient(address: address, transport: transport)
        return DeviceSessionsClientPlugin.assemble(
            .init(server: server, transport: transport, sessions: store, lock: store)
        ).exports.management
    }

    @Test(.requirement("SESS-19", "SESS-02", "SESS-03")) func readsTheList() async throws {
        let body = """
            {"items":[{"created_at":"2026-11-21T09:37:21Z","current":true,"device":"desk",
            "id":"30cdff11-69bd-482c-b3ee-259005b57387","last_seen_at":"2026-11-21T10:37:21Z",
            "location":"unknown","more":[1],"suspicious":false}]}
            """
        let client = try client { _ in HTTPResponse(status: .ok, body: Data(body.utf8)) }
        let sessions = try await client.sessions()
        let session = try #require(sessions.first)
        #expect(sessions.count == 1 && session.isCurrent && !session.isSuspicious)
        #expect(session.device == "desk" && session.location == nil)
        #expect(session.lastSeenAt.timeIntervalSince(session.createdAt) == 3_600)
        #expect(requests.current == ["GET /base/auth/sessions"])
    }

    @Test(.requirement("SESS-04", "SESS-07", "SESS-12")) func asksForEachChange() async throws {
        let client = try client { _ in HTTPResponse(status: .noContent) }
        let id = SessionID(UUID())
        try await client.end(id)
        try await client.endOthers()
        try await client.confirm(id)
        #expect(
            requests.current == [
                "DELETE /base/auth/sessions/\(id)", "DELETE /base/auth/sessions",
                "POST /base/auth/sessions/\(id)/confirm",
            ])
    }

    struct Refusal: Sendable {
        let status: HTTPStatus
        var code: String?
        var retryAfter: String?
        let error: SessionManagingError
    }

    @Test(
        .requirement("SESS-14"),
        arguments: [
            Refusal(status: .unauthorized, code: "session_ended", error: .notLoggedIn),
            Refusal(status: .unauthorized, code: "insufficient_user_authentication", error: .notRecent),
            Refusal(status: .notFound, code: "not_found", error: .unknownSession),
            Refusal(status: .conflict, code: "current_session", error: .currentSession),
            Refusal(status: .tooManyRequests, retryAfter: "7", error: .busy(retryAfter: .seconds(7))),
            Refusal(status: .serviceUnavailable, code: "unavailable", error: .busy(retryAfter: nil)),
            Refusal(status: .internalServerError, code: "internal_error", error: .server),
        ]) func saysWhatTheServerSaid(refusal: Refusal) async throws
    {
        let client = try client { _ in
            var fields = HTTPFields()
            fields[.contentType] = MediaType.problem.description
            fields[.retryAfter] = refusal.retryAfter
            let body = refusal.code.map { Data(#"{"code":"\#($0)"}"#.utf8) } ?? Data()
            return HTTPResponse(status: refusal.status, fields: fields, body: body)
        }
        await #expect(throws: refusal.error) { try await client.end(SessionID(UUID())) }
        await #expect(throws: refusal.error) { try await client.sessions() }
    }

    @Test(.requirement("SESS-15")) func saysWhyThereIsNoAnswer() async throws {
        let offline = try client { (_) throws(HTTPTransportError) in throw .connectivity(reason: "refused") }
        await #expect(throws: SessionManagingError.connectivity(HTTPTransportError.connectivity(reason: "").text)) {
            try await offline.endOthers()
        }
        let locked = try client { (_) throws(HTTPTransportError) in throw .fileSystem(reason: "locked") }
        await #expect(throws: SessionManagingError.storage(Obstacle(HTTPTransportError.fileSystem(reason: "locked")))) {
            try await locked.sessions()
        }
        for error in [HTTPTransportError.insecureAddress, .invalidRequest(reason: "r")] {
            let unfit = try client { (_) throws(HTTPTransportError) in throw error }
            await #expect(throws: SessionManagingError.impossible(Obstacle(error))) {
                try await unfit.sessions()
            }
        }
        let cancelled = try client { (_) throws(HTTPTransportError) in throw .cancelled }
        await #expect(throws: SessionManagingError.cancelled) { try await cancelled.sessions() }
    }

    @Test(arguments: ["", "{}", #"{"items":[{"id":"x"}]}"#])
    func anAnswerThatIsNoListIsAnError(body: String) async throws {
        let client = try client { _ in HTTPResponse(status: .ok, body: Data(body.utf8)) }
        await #expect(throws: SessionManagingError.server) { try await client.sessions() }
    }

    @Test(.requirement("L10N-01")) func eachErrorHasItsWordsInBothLanguages() {
        let text = LocalizedText(en: "x", es: "y")
        let errors: [SessionManagingError] = [
            .notLoggedIn, .notRecent, .unknownSession, .currentSession, .busy(retryAfter: nil),
            .busy(retryAfter: .seconds(3)),
            .connectivity(text), .impossible(Obstacle(code: "c", text)), .storage(Obstacle(code: "c", text)), .server,
            .cancelled,
        ]
        for error in errors { #expect(!error.text.english.isEmpty && error.text.english != error.text.spanish) }
        #expect(errors.filter(\.isWorthRetrying).count == 4)
    }
}
