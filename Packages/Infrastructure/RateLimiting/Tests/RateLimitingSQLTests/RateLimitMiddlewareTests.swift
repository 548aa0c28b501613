import ConfigurationAPI
import ConfigurationTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import PluginKit
import RateLimitingAPI
import RateLimitingCore
import RateLimitingSQL
import SQLStoreAPI
import SQLStoreTesting
import TelemetryAPI
import TelemetryTesting
import Testing

struct RateLimitMiddlewareTests {
    private let date = ManualDate()
    private let log = LogSpy()
    private let metrics = InMemoryMetrics()

    private func makeRouter(
        limitsRoutes: Bool = true, trusting proxies: [IPNetwork] = []
    ) async throws -> (router: Router, store: TemporaryDatabase) {
        let store = try await TemporaryDatabase(SQLAttempts.migration)
        var host = PluginHost()
        try host.install(
            RateLimitingPlugin.self,
            .init(
                database: store.database,
                configuration: .fixture(.set(LimitSettings.isEnabled, to: limitsRoutes)), metrics: metrics,
                log: log.logger, now: date.now))
        let routes = [
            Route(.post, "/auth/login", limit: RouteLimit("login", code: "abuse_detected", requests: 3)) { _ in
                .noContent
            },
            Route(.get, "/auth/login") { _ in .noContent },
            Route(.post, "/feed") { _ in .noContent },
        ]
        let composition = try host.composed()
        let router = try Router(
            routes: routes, middlewares: composition.values(of: HTTPMiddlewares.self),
            settings: RouterSettings(trustedProxies: proxies), observer: RequestObserverSpy())
        return (router, store)
    }

    private func request(
        _ method: HTTPMethod = .post, _ path: String = "/auth/login", from address: String = "192.0.2.1",
        fields: HTTPFields = [:]
    ) -> ServerRequest {
        .sample(method, path, fields: fields, peer: SocketAddress(ip: IPAddress(address)!, port: 4_000))
    }

    @Test(.requirement("RATE-01", "RATE-06", "RATE-07", "RATE-08"))
    func aFeatureIsGivenLimitersThatCountResetAndLock() async throws {
        let store = try await TemporaryDatabase(SQLAttempts.migration)
        let limiters = try RateLimitingPlugin.assemble(
            .init(database: store.database, metrics: metrics, log: log.logger, now: date.now)
        ).exports.limiters
        let limiter = limiters.limiter("password", policy: RateLimitPolicy(maxAttempts: 5, window: 300, lockout: 900))
        for count in 1...5 {
            #expect(try await limiter.admit("ada").isAllowed)
            #expect(try await limiter.attemptCount(for: "ada") == count)
        }
        #expect(try await limiter.admit("ada").isAllowed == false)
        #expect(try await limiter.remainingLockoutTime(for: "ada") == 900)
        _ = try await limiter.admit("eve")
        try await limiter.reset(for: "ada")
        #expect(try await limiter.remainingLockoutTime(for: "ada") == nil)
        #expect(try await limiter.admit("ada").isAllowed)
        #expect(try await limiter.attemptCount(for: "eve") == 1)
        for _ in 1...4 { _ = try await limiter.admit("ada") }
        date.advance(by: .seconds(900))
        #expect(try await limiter.admit("ada").isAllowed, "the lock is over")
        try await limiter.resetAll()
        for name in ["ada", "eve"] { #expect(try await limiter.attemptCount(for: name) == 0) }
    }

    @Test(.requirement("RATE-01", "RATE-11")) func beyondTheQuotaAnAddressIsRefused() async throws {
        let (router, _) = try await makeRouter()
        for left in [2, 1, 0] {
            let answer = await router.respond(to: request())
            #expect(answer.status == .noContent)
            #expect(answer.fields[.rateLimitPolicy] == #""login";q=3;w=300"#)
            #expect(answer.fields[.rateLimit] == #""login";r=\#(left);t=300"#)
        }
        date.advance(by: .seconds(10))
        let refused = await router.respond(to: request())
        #expect(refused.status == .tooManyRequests)
        #expect(refused.fields[.retryAfter] == "290")
        #expect(refused.fields[.rateLimit] == #""login";r=0;t=290"#)
        #expect(refused.fields[.cacheControl] == "no-store")
        #expect(String(decoding: try await refused.collectBody(), as: UTF8.self).contains("abuse_detected"))
        #expect(metrics.value(of: "essentiald_rate_limited_total", ["limit": "login"]) == 1)
        #expect(await router.respond(to: request(from: "192.0.2.2")).status == .noContent, "others go on")
        date.advance(by: .seconds(290))
        #expect(await router.respond(to: request()).status == .noContent)
    }

    @Test func otherRoutesAndMethodsAreNotCounted() async throws {
        let (router, _) = try await makeRouter()
        for _ in 0..<5 {
            #expect(await router.respond(to: request(.get)).fields[.rateLimit] == nil)
            #expect(await router.respond(to: request(.post, "/feed")).fields[.rateLimit] == nil)
        }
        #expect(await router.respond(to: request()).fields[.rateLimit] == #""login";r=2;t=300"#)
    }

    @Test func anIPv6ClientIsItsNetwork() async throws {
        let (router, _) = try await makeRouter()
        for number in 1...3 { _ = await router.respond(to: request(from: "2001:db8::\(number)")) }
        #expect(await router.respond(to: request(from: "2001:db8::ffff:1")).status == .tooManyRequests)
        #expect(await router.respond(to: request(from: "2001:db8:0:1::1")).status == .noContent)
    }

    @Test func aForgedAddressFromAnUntrustedPeerIsIgnored() async throws {
        let (router, _) = try await makeRouter(trusting: [IPNetwork("10.0.0.0/8")!])
        for number in 1...3 {
            _ = await router.respond(to: request(fields: ["X-Forwarded-For": "198.51.100.\(number)"]))
        }
        let forged = request(fields: ["X-Forwarded-For": "198.51.100.4"])
        #expect(await router.respond(to: forged).status == .tooManyRequests)
        let proxied = request(from: "10.0.0.1", fields: ["X-Forwarded-For": "198.51.100.4"])
        #expect(await router.respond(to: proxied).status == .noContent)
    }

    @Test func theCountOutlivesTheServer() async throws {
        let (router, store) = try await makeRouter()
        for _ in 0..<3 { _ = await router.respond(to: request()) }
        try await store.reopen()
        let limiter = RateLimiter(
            "route.login", policy: RateLimitPolicy(maxAttempts: 3, window: 300),
            store: SQLAttempts(database: store.database), now: date.now)
        #expect(try await limiter.attemptCount(for: "192.0.2.1/32") == 3)
    }

    @Test func whereItCannotBeCountedNothingIsAllowed() async throws {
        let (router, store) = try await makeRouter()
        await store.close()
        #expect(await router.respond(to: request()).status == .serviceUnavailable)
    }

    @Test func limitsCanBeSwitchedOff() async throws {
        let (router, _) = try await makeRouter(limitsRoutes: false)
        for _ in 0..<10 { #expect(await router.respond(to: request()).status == .noContent) }
    }
}
