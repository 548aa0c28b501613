import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking
import PluginKit
import SessionsAPI
import SessionsClient
import SessionsTesting
import Testing

struct RemoteNoticeListTests {
    private let requests = Locked<[String]>([])

    private func client(_ status: HTTPStatus, _ body: String = "") throws -> any SecurityNoticeListing {
        let requests = requests
        let transport = HTTPTransportStub { request throws(HTTPTransportError) in
            requests.withLock { $0.append("\(request.method.rawValue) \(request.url.path())") }
            return HTTPResponse(
                status: status, fields: status == .ok ? [:] : [.contentType: "application/problem+json"],
                body: Data(body.utf8))
        }
        let address = try #require(ServerAddress("https://example.com/base")), store = InMemorySessionStore()
        let server = ServerClient(address: address, transport: transport)
        return DeviceSessionsClientPlugin.assemble(
            .init(server: server, transport: transport, sessions: store, lock: store)
        ).exports.noticeList
    }

    @Test(.requirement("SESS-11")) func readsTheList() async throws {
        let items = try await client(
            .ok,
            """
            {"items":[{"at":"2026-11-21T10:02:00Z","current":false,"device":"desk","event":"suspicious_access","id":42,
            "location":"unknown","more":1,"reasons":["new_device"],"seen":false,
            "session_id":"30cdff11-69bd-482c-b3ee-259005b57387","suspicious":true},
            {"at":"2026-11-21T10:00:00Z","event":"later_invention","id":41,"seen":true,"suspicious":false},
            {"at":"2026-11-21T10:00:00Z","event":"way_in_changed","id":40,"seen":true,"suspicious":false,
            "way_in":{"change":"lost","way":"second_factor"}}]}
            """
        ).notices()
        #expect(items.map(\.id) == [42, 41, 40] && items.map(\.isSeen) == [false, true, true])
        #expect(items[2].notice.kind == .wayInChanged(way: "second_factor", change: "lost", provider: nil))
        #expect(items[0].isSuspicious && items[0].device == "desk" && items[0].location == nil)
        #expect(items[1].notice.kind == .unknown("later_invention") && items[1].device == nil)
        #expect(requests.current == ["GET /base/auth/notices"])
    }

    @Test func marksThem() async throws {
        try await client(.noContent).markSeen(upTo: 42)
        #expect(requests.current == ["POST /base/auth/notices/seen"])
    }

    @Test func saysWhyThereIsNoAnswer() async throws {
        await #expect(throws: SessionManagingError.self) { try await client(.internalServerError).notices() }
        await #expect(throws: SessionManagingError.self) { try await client(.ok, "{}").notices() }
        await #expect(throws: SessionManagingError.notLoggedIn) {
            try await client(.unauthorized, #"{"code":"session_ended"}"#).markSeen(upTo: 1)
        }
    }
}
