import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingLoopback
import HTTPServingRouting
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import PluginKit
import ProofOfPossessionServiceAPI
import ProofOfPossessionServiceTesting
import SQLStoreAPI
import SessionsAPI
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import TelemetryAPI
import TelemetryTesting
import TokenRefreshClient
import TokenRefreshService

/// Real client and real server over a network that a test can break.
struct Slice: Sendable {
    /// What happens to a request on its way.
    enum Fault: Sendable, CaseIterable {
        case none, lostRequest, lostAnswer, duplicated, serverError
    }

    let server: RunningSessions
    let proofs: RunningProofs
    let loopback: LoopbackTransport
    let store: InMemorySessionStore
    let ends = SessionEndSpy()
    let user: User

    static let address = ServerAddress("http://localhost:8080")!

    /// A server, and somebody who has logged in to it.
    init() async throws {
        let server = try await RunningSessions(others: RunningProofs.migrations)
        self.server = server
        proofs = try await RunningProofs(database: server.database, date: server.date)
        loopback = try Self.loopback(to: server, middlewares: [proofs.middleware])
        user = User.sample()
        let grant = try await server.issuing.issueSession(for: user, on: SessionClient()).grant
        store = InMemorySessionStore(StoredSession(user: user, grant: grant, receivedAt: server.date.bootTime()))
    }

    /// The way to a server without a socket.
    static func loopback(
        to server: RunningSessions, middlewares: [any HTTPMiddleware] = []
    ) throws -> LoopbackTransport {
        LoopbackTransport(to: try router(to: server, middlewares: middlewares, metrics: InMemoryMetrics()))
    }

    /// The routes of a server, one that says who asks, and one that says with
    /// which key.
    static func router(
        to server: RunningSessions, middlewares: [any HTTPMiddleware] = [], metrics: any MetricsRegistry
    ) throws -> Router {
        var host = PluginHost()
        try host.install(
            TokenRefreshServicePlugin.self,
            .init(
                sessions: server.refreshing, accounts: Nobody(), mail: server.mail, now: server.date.now,
                logger: .disabled, metrics: metrics))
        let whoAmI = Route(.get, "/whoami") { request in
            let session = try await server.authentication.authenticate(request)
            return .text(session.map { "\($0.userID)" } ?? "nobody")
        }
        let key = Route(.post, "/key") { request in .text(request.possessionProof?.keyThumbprint ?? "") }
        let composition = try host.composed()
        return try Router(
            routes: server.routes + composition.values(of: HTTPRoutes.self) + [whoAmI, key], middlewares: middlewares,
            observer: RequestObserverSpy())
    }

    /// A client program, as it starts: it has nothing but the store.
    func start(
        fault: @escaping @Sendable (HTTPRequest) -> Fault = { _ in .none }
    ) -> any HTTPTransport {
        start(over: FaultyTransport(transport: loopback, fault: fault))
    }

    func start(over network: any HTTPTransport) -> any HTTPTransport {
        TokenRefreshClientPlugin.assemble(
            .init(
                server: ServerClient(address: Self.address, transport: network), transport: network, sessions: store,
                lock: store, observers: { [ends] in [ends] }, logger: .disabled, now: server.date.bootTime,
                clock: PauseSpy())
        ).exports.transport
    }

    /// Who the server says that a client is.
    func whoAmI(_ client: any HTTPTransport) async throws(HTTPTransportError) -> String {
        let response = try await client.send(HTTPRequest(url: Self.address.url(path: "/whoami")))
        return response.status == .ok ? String(decoding: response.body, as: UTF8.self) : "\(response.status)"
    }
}

/// A network that loses, duplicates and breaks what it carries.
struct FaultyTransport: HTTPTransport {
    let transport: any HTTPTransport
    let fault: @Sendable (HTTPRequest) -> Slice.Fault

    func send(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPResponse {
        switch fault(request) {
        case .none: return try await transport.send(request)
        case .lostRequest: throw .connectivity(reason: "lost")
        case .lostAnswer:
            _ = try await transport.send(request)
            throw .timedOut
        case .duplicated:
            _ = try await transport.send(request)
            return try await transport.send(request)
        case .serverError: return HTTPResponse(status: .serviceUnavailable)
        }
    }

    func download(
        _ request: HTTPRequest, toFile path: String, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(HTTPTransportError) -> HTTPResponse {
        try await transport.download(request, toFile: path, progress: progress)
    }

    func stream(_ request: HTTPRequest) async throws(HTTPTransportError) -> HTTPStreamingResponse {
        try await transport.stream(request)
    }
}

/// No account that a letter could go to.
struct Nobody: AccountReadingInTransaction {
    func account(_ id: UserID, in transaction: any SQLReading) throws -> User? { nil }
}
