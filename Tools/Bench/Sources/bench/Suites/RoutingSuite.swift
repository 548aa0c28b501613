import BenchKit
import CryptographyAPI
import CryptographyOpenSSL
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPTypes
import IdempotencyServing
import PluginKit
import ProofOfPossessionService
import RateLimitingSQL
import TelemetryAPI

extension BenchSuite {
    /// What a request costs between the listener and its handler: finding the
    /// route, asking the middlewares whether it concerns them, and completing the
    /// answer.
    static let routing = BenchSuite("routing") {
        let bench = try await RoutingBench()
        return [
            BenchCase(
                "routing, a route without parameters",
                [Contestant("Essential", .subject) { try await bench.ask("/pictures", times: $0) }]),
            BenchCase(
                "routing, a route with a parameter",
                [Contestant("Essential", .subject) { try await bench.ask("/pictures/7/comments", times: $0) }]),
        ]
    }
}

/// The router and the middlewares of `essentiald` before routes that do nothing.
private final class RoutingBench: Sendable {
    private let router: Router
    private let store: BenchStore

    init() async throws {
        store = try await BenchStore(in: BenchFolder("routing"), [])
        let cryptography = try CryptographyPlugin.assemble(.init()).exports.cryptography
        var host = PluginHost()
        let database = store.database
        try host.install(
            RateLimitingPlugin.self,
            .init(
                database: database, metrics: NoMetrics(), log: .disabled, now: { Date() }))
        try host.install(
            ProofOfPossessionServicePlugin.self,
            .init(
                publicAddress: nil, database: database, cryptography: cryptography, logger: .disabled,
                metrics: NoMetrics(), now: { Date() }))
        try host.install(
            IdempotencyPlugin.self,
            .init(
                database: database, cryptography: cryptography, serverKeys: FixedKeys(cryptography: cryptography),
                owner: { _ in .stranger() }, logger: .disabled, metrics: NoMetrics(), now: { Date() }))
        let routes =
            [
                Route(.get, "/pictures", bodyLimit: 0) { _ in .noContent },
                Route(.get, "/pictures/{id}/comments", bodyLimit: 0) { _ in .noContent },
            ]
            + (0..<10).map { number in
                Route(.post, "/limited/\(number)", limit: RouteLimit("limited-\(number)")) { _ in .noContent }
            }
        router = try Router(
            routes: routes, middlewares: host.composed().values(of: HTTPMiddlewares.self), observer: NoObserver())
    }

    func ask(_ path: String, times: Int) async throws {
        for _ in 0..<times {
            let request = ServerRequest(
                method: .get, path: path, fields: ["Host": "example.com", "Accept": "*/*"],
                peer: SocketAddress(ip: .loopback, port: 50_000), isSecure: true, requestID: "bench")
            guard await router.respond(to: request).status == .noContent else { throw NeighbourFailure(step: 1) }
        }
    }
}

private struct NoObserver: RequestObserver {
    func requestsDidEnd(_ reports: [RequestReport]) {}
    func requestDidFail(_ request: ServerRequest, error: any Error) {}
}
