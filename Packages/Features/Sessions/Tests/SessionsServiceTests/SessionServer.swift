import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingLoopback
import HTTPServingRouting
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTypes
import SessionsContract
import SessionsService
import SessionsServiceAPI
import SessionsServiceTesting
import Testing

/// Asks running sessions as a device does.
struct SessionServer: Sendable {
    let sessions: RunningSessions
    let router: Router

    init(_ sessions: RunningSessions) throws {
        self.sessions = sessions
        router = try Router(routes: sessions.routes, observer: RequestObserverSpy())
    }

    struct Device: Sendable {
        let id: SessionID
        let fields: HTTPFields
    }

    func logIn(_ user: User, on client: SessionClient = SessionClient(device: "laptop")) async throws -> Device {
        let issued = try await sessions.issuing.issueSession(for: user, on: client)
        var fields = HTTPFields()
        fields[.authorization] = issued.grant.accessToken.withText { "Bearer \($0 ?? "")" }
        return Device(id: issued.id, fields: fields)
    }

    func ask(_ method: HTTPMethod, _ path: String, as device: Device?) async -> ServerResponse {
        await router.respond(to: .sample(method, path, fields: device?.fields ?? HTTPFields()))
    }

    func list(as device: Device) async throws -> [SessionMessage] {
        let answer = await ask(.get, SessionsPath.sessions, as: device)
        #expect(answer.status == .ok)
        return try WireCoding.decoder().decode(SessionListMessage.self, from: try await answer.collectBody()).items
    }

    func code(of answer: ServerResponse) async throws -> String {
        struct Problem: Decodable { let code: String }
        return try WireCoding.decoder().decode(Problem.self, from: try await answer.collectBody()).code
    }

    /// Opens the event stream of a device.
    func events(as device: Device, after last: String? = nil) async throws -> EventReader {
        var request = HTTPRequest(
            url: try #require(URL(string: "http://localhost" + SessionsPath.events)), fields: device.fields)
        request.fields[.lastEventID] = last
        return EventReader(try await LoopbackTransport(to: router).stream(request))
    }
}

/// Reads an event stream event by event.
final class EventReader {
    struct Event: Hashable {
        let id: String?
        let name: String?
        let message: SecurityEventMessage?
        let retry: String?
    }

    let status: HTTPStatus
    let fields: HTTPFields
    private var pieces: HTTPBodyStream.AsyncIterator

    init(_ answer: HTTPStreamingResponse) {
        status = answer.status
        fields = answer.fields
        pieces = answer.body.makeAsyncIterator()
    }

    /// The next piece as it came, comments too; nil at the end.
    func nextPiece() async throws -> String? {
        try await pieces.next().map { String(decoding: $0, as: UTF8.self) }
    }

    /// The next event; nil at the end.
    ///
    /// The server sends each in one piece.
    func next() async throws -> Event? {
        while let piece = try await nextPiece() {
            guard !piece.hasPrefix(":") else { continue }
            let lines = piece.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1) }
            func value(_ name: String) -> String? {
                lines.first { $0[0] == name }.map { String($0[1].dropFirst()) }
            }
            let message = try value("data").map {
                try WireCoding.decoder().decode(SecurityEventMessage.self, from: Data($0.utf8))
            }
            return Event(id: value("id"), name: value("event"), message: message, retry: value("retry"))
        }
        return nil
    }
}
