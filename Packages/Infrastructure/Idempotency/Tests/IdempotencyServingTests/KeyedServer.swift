import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import IdempotencyServing
import KernelTesting
import Locking
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ServerKeysTesting
import TelemetryTesting

/// A server whose routes count what they did, behind the middleware.
struct KeyedServer {
    let store: TemporaryDatabase
    let date = ManualDate()
    let log = LogSpy()
    let metrics = InMemoryMetrics()
    /// What was done, in order: the bodies of the requests that were handled.
    let done = Locked<[String]>([])
    /// Answers for `/answer`, in order; after the last one 201.
    let answers = Locked<[ServerResponse]>([])
    /// What holds for routes with keys, in the description of the API.
    let conventions: [any HTTPConvention]
    private let router: Router
    private let sweeps: [Sweep]

    /// - Parameter during: Is awaited while a request is handled.
    init(
        _ store: TemporaryDatabase? = nil, policy: IdempotencyPolicy = IdempotencyPolicy(), keySeed: UInt8 = 1,
        during: @escaping @Sendable () async -> Void = {}
    ) async throws {
        let existing = store
        let store = if let existing { existing } else { try await TemporaryDatabase(IdempotencyMigrations.all) }
        self.store = store
        let cryptography = try Cryptography.real()
        var host = PluginHost()
        try host.install(
            IdempotencyPlugin.self,
            .init(
                database: store.database, cryptography: cryptography,
                serverKeys: try InMemoryServerKeys(seed: keySeed),
                owner: { (request) throws(HTTPProblem) in
                    guard let credentials = request.fields[.authorization] else {
                        return .stranger(holder: request.fields["X-Holder"])
                    }
                    guard let account = credentials.split(separator: " ").last.map(String.init), account != "expired"
                    else { throw HTTPProblem.authenticationRequired() }
                    return .account(String(account.prefix { $0 != "/" }))
                },
                policy: policy, logger: log.logger, metrics: metrics, now: date.now))
        let done = done, answers = answers
        let handler: Route.Handler = { request in
            let body = String(decoding: try await request.body.collect(), as: UTF8.self)
            await during()
            guard request.fields[.authorization] != "Bearer expired" else {
                throw HTTPProblem.authenticationRequired()
            }
            done.withLock { $0.append(body) }
            let next = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let next else {
                return .text(
                    "\(done.current.count) \(request.operationID?.uuidString ?? "none")", status: .created,
                    fields: ["X-Secret": "token-of-\(body)"])
            }
            return next
        }
        let routes =
            ["/answer", "/other", "/things/{id}"].map { Route(.post, $0, handler: handler) }
            + [
                Route(.post, "/self", repetition: .ownRules, handler: handler),
                Route(.post, "/upload", bodyLimit: 4 * 1024 * 1024, repetition: .upload, handler: handler),
            ]
            + [Route(.delete, "/answer", handler: handler), Route(.get, "/answer", handler: handler)]
        let composition = try host.composed()
        sweeps = composition.values(of: Sweeps.self)
        conventions = composition.values(of: HTTPConventions.self)
        router = try Router(
            routes: routes, middlewares: composition.values(of: HTTPMiddlewares.self), observer: RequestObserverSpy())
    }

    func ask(
        _ method: HTTPMethod = .post, _ path: String = "/answer", key: String?, body: String = "do",
        account: String? = nil, from address: String = "192.0.2.1"
    ) async throws -> Answer {
        var fields = HTTPFields()
        if let key { fields[.idempotencyKey] = key }
        if let account { fields[.authorization] = "Bearer \(account)" }
        return try await ask(method, path, fields: fields, body: body, from: address)
    }

    func ask(
        _ method: HTTPMethod = .post, _ path: String = "/answer", fields: HTTPFields, body: String = "do",
        from address: String = "192.0.2.1"
    ) async throws -> Answer {
        let peer = SocketAddress(ip: IPAddress(address) ?? .loopback, port: 50_000)
        let response = await router.respond(
            to: .sample(method, path, fields: fields, body: Data(body.utf8), peer: peer))
        return Answer(
            status: response.status, text: String(decoding: try await response.collectBody(), as: UTF8.self),
            isRepeated: response.fields["Idempotent-Replayed"] == "true", secret: response.fields["X-Secret"])
    }

    /// Sweeps the table, as the store does now and then.
    func sweep() async throws { try await store.sweep(sweeps) }

    /// How many answers are kept.
    func kept() async throws -> Int {
        try await store.database.read { try $0.value("SELECT count(*) FROM idempotent_answers", as: Int.self) ?? 0 }
    }
}

struct Answer: Equatable {
    let status: HTTPStatus
    let text: String
    let isRepeated: Bool
    let secret: String?

    var code: String? { text.firstMatch(of: /"code":"([a-z_]+)"/).map { String($0.1) } }
}
