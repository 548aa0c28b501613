import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking
import PluginKit
import SessionsAPI
import SessionsTesting
import TelemetryAPI
import TelemetryTesting
import Testing
import TokenRefreshClient

/// A server that knows one access token at a time, as far as a client can tell.
final class ServerStub: Sendable {
    struct State {
        var accepted: Set<String> = []
        var refresh: @Sendable () async throws(HTTPTransportError) -> HTTPResponse = { HTTPResponse(status: .notFound) }
        var refused = HTTPResponse(
            status: .unauthorized,
            fields: [.wwwAuthenticate: "Bearer realm=\"essential\", error=\"invalid_token\""])
    }

    let state = Locked(State())
    /// Everything that reached the server.
    let spy: HTTPTransportSpy

    init() {
        let state = state
        spy = HTTPTransportSpy { request throws(HTTPTransportError) in
            if request.url.path() == "/base/auth/refresh" { return try await state.withLock { $0.refresh }() }
            let (accepted, refused) = state.withLock { ($0.accepted, $0.refused) }
            guard let credentials = request.fields[.authorization] else {
                return HTTPResponse(status: .ok, body: Data("public".utf8))
            }
            return accepted.contains(credentials) ? HTTPResponse(status: .ok, body: Data("private".utf8)) : refused
        }
    }

    static let address = ServerAddress("https://example.com/base")!
    static let feed = URL(string: "https://example.com/base/feed")!

    /// Requests for anything but a refresh.
    var requests: [HTTPRequest] { spy.requests.filter { $0.url.path() != "/base/auth/refresh" } }
    /// Requests for a refresh.
    var refreshes: [HTTPRequest] { spy.requests.filter { $0.url.path() == "/base/auth/refresh" } }

    func accept(_ tokens: String...) {
        state.withLock { $0.accepted = Set(tokens.map { "Bearer \($0)" }) }
    }

    func answerRefresh(_ answer: @escaping @Sendable () async throws(HTTPTransportError) -> HTTPResponse) {
        state.withLock { $0.refresh = answer }
    }

    func answerRefresh(_ status: HTTPStatus, _ body: String = "", problem: Bool = false) {
        let type = problem ? MediaType.problem : .json
        let response = HTTPResponse(
            status: status, fields: [.contentType: type.description], body: Data(body.utf8))
        answerRefresh { () throws(HTTPTransportError) in response }
    }

    static func granted(_ access: String, _ refresh: String, expiresIn: Int = 300) -> HTTPResponse {
        HTTPResponse(
            status: .ok, fields: [.contentType: "application/json"],
            body: Data(
                """
                {"token":{"access_token":"\(access)","token_type":"Bearer","expires_in":\(expiresIn),\
                "refresh_token":"\(refresh)","scope":""}}
                """.utf8))
    }

    func grant(_ access: String, _ refresh: String, expiresIn: Int = 300) {
        answerRefresh { () throws(HTTPTransportError) in Self.granted(access, refresh, expiresIn: expiresIn) }
        accept(access)
    }
}

/// A client of the stub, with everything that a test looks at.
struct Client: Sendable {
    let server: ServerStub
    let store: InMemorySessionStore
    let date: ManualDate
    let ends = SessionEndSpy()
    let log = LogSpy()
    let clock = PauseSpy()
    let transport: any HTTPTransport

    init(
        _ session: StoredSession?, at server: ServerStub = ServerStub(), store: InMemorySessionStore? = nil,
        acting: (any ActingPerson)? = nil, date: ManualDate = ManualDate()
    ) {
        self.server = server
        self.store = store ?? InMemorySessionStore(session)
        self.date = date
        transport =
            TokenRefreshClientPlugin.assemble(
                .init(
                    server: ServerClient(address: ServerStub.address, transport: server.spy), transport: server.spy,
                    sessions: self.store, acting: acting, lock: self.store, observers: { [ends] in [ends] },
                    logger: log.logger,
                    now: date.bootTime, clock: clock, random: { 0.5 })
            ).exports.transport
    }

    /// A session whose access token is `access`, received now.
    private static let person = User.sample()

    /// A session of one and the same person.
    static func session(
        _ access: String = "access-0", _ refresh: String = "refresh-0", age: Double = 0, expiresIn: Int = 300
    ) -> StoredSession {
        .sample(
            user: person, grant: .sample(access: access, refresh: refresh, expiresIn: expiresIn),
            receivedAt: BootTime.sample.advanced(by: .seconds(-age)))
    }

    func get(_ url: URL = ServerStub.feed, _ fields: HTTPFields = [:]) async throws(HTTPTransportError) -> String {
        let response = try await transport.send(HTTPRequest(url: url, fields: fields))
        return response.status == .ok ? String(decoding: response.body, as: UTF8.self) : "\(response.status)"
    }

    var access: String? { store.session?.grant.accessToken.withText { $0 } }
    var refresh: String? { store.session?.grant.refreshToken.withText { $0 } }
}

extension [HTTPRequest] {
    var credentials: [String?] { map { $0.fields[.authorization] } }
}
