import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import TelemetryAPI
import Testing

struct RouterTests {
    static func makeRouter(
        _ routes: [Route], _ middlewares: [any HTTPMiddleware] = [], settings: RouterSettings = RouterSettings()
    ) throws -> (Router, RequestObserverSpy) {
        let observer = RequestObserverSpy()
        return (try Router(routes: routes, middlewares: middlewares, settings: settings, observer: observer), observer)
    }

    static func problem(_ response: ServerResponse) async throws -> ProblemDetails {
        #expect(response.fields[.contentType] == "application/problem+json")
        return try await WireCoding.decoder().decode(ProblemDetails.self, from: response.collectBody())
    }

    private static let hello = Route(.get, "/hello/{name}") { request in
        .text("hello \(request.pathParameters["name"] ?? "")")
    }

    // MARK: Routes

    @Test func decodesParameters() async throws {
        let (router, _) = try Self.makeRouter([Self.hello])
        let response = await router.respond(to: .sample(.get, "/hello/a%2Fb%20c"))
        #expect(response.status == .ok)
        #expect(response.routePattern == "/hello/{name}")
        #expect(try await response.collectBody() == Data("hello a/b c".utf8))
    }

    @Test(arguments: ["/hello/%ff", "/hello/%", "/hello/%0", "/hello/%00"])
    func refusesABrokenPath(_ path: String) async throws {
        let (router, _) = try Self.makeRouter([Self.hello])
        let response = await router.respond(to: .sample(.get, path))
        #expect(response.status == .badRequest)
    }

    @Test func answers404() async throws {
        let (router, observer) = try Self.makeRouter([Self.hello])
        let response = await router.respond(to: .sample(.get, "/other"))
        #expect(response.status == .notFound)
        #expect(response.routePattern == nil)
        #expect(try await Self.problem(response).code == "not_found")
        #expect(observer.failures.isEmpty)
    }

    @Test func whatWatchesAServerAsksAtTheRootOrBelowItsPath() async throws {
        let routes = HealthRoutes.routes(checks: []) + [Self.hello]
        let (router, _) = try Self.makeRouter(routes, settings: RouterSettings(basePath: "/api"))
        for path in ["/healthz", "/api/healthz", "/readyz", "/api/readyz"] {
            #expect(await router.respond(to: .sample(.get, path)).status == .ok, "\(path)")
            #expect(await router.respond(to: .sample(.head, path)).status == .ok, "\(path)")
            #expect(await router.respond(to: .sample(.post, path)).status == .methodNotAllowed, "\(path)")
        }
        #expect(await router.respond(to: .sample(.get, "/hello/x")).status == .notFound)
        #expect(await router.respond(to: .sample(.get, "/api/hello/x")).status == .ok)
    }

    @Test func answers405WithAllow() async throws {
        let (router, _) = try Self.makeRouter([Self.hello, Route(.post, "/hello/{name}") { _ in .noContent }])
        let response = await router.respond(to: .sample(.delete, "/hello/x"))
        #expect(response.status == .methodNotAllowed)
        #expect(response.fields[.allow] == "GET, HEAD, OPTIONS, POST")
    }

    @Test func answersOPTIONS() async throws {
        let (router, _) = try Self.makeRouter([Self.hello])
        let one = await router.respond(to: .sample(.options, "/hello/x"))
        #expect(one.status == .noContent)
        #expect(one.fields[.allow] == "GET, HEAD, OPTIONS")
        let all = await router.respond(to: .sample(.options, "*"))
        #expect(all.status == .noContent)
        let none = await router.respond(to: .sample(.options, "/other"))
        #expect(none.status == .notFound)
    }

    @Test func answersHEADByTheRouteOfGET() async throws {
        let (router, _) = try Self.makeRouter([Self.hello])
        let response = await router.respond(to: .sample(.head, "/hello/x"))
        #expect(response.status == .ok)
    }

    @Test func hangsRoutesUnderABasePath() async throws {
        let (router, _) = try Self.makeRouter([Self.hello], settings: RouterSettings(basePath: "/api/"))
        let inside = await router.respond(to: .sample(.get, "/api/hello/x"))
        #expect(inside.status == .ok)
        for path in ["/hello/x", "/apihello/x", "/api"] {
            let outside = await router.respond(to: .sample(.get, path))
            #expect(outside.status == .notFound)
        }
    }

    @Test func limitsTheBodyOfARoute() async throws {
        let route = Route(.post, "/", bodyLimit: 3) { request in .text("\(try await request.body.collect().count)") }
        let (router, _) = try Self.makeRouter([route])
        let small = await router.respond(to: .sample(.post, "/", body: Data("abc".utf8)))
        #expect(small.status == .ok)
        let large = await router.respond(to: .sample(.post, "/", body: Data("abcd".utf8)))
        #expect(large.status == .contentTooLarge)
        #expect(try await Self.problem(large).code == "body_too_large")
    }

    // MARK: Middlewares

    private struct Tagging: HTTPMiddleware {
        let name: String
        let log: Locked<[String]>

        func respond(
            to request: ServerRequest, next: @Sendable (ServerRequest) async -> ServerResponse
        ) async throws -> ServerResponse {
            log.withLock { $0.append("\(name) \(request.routePattern ?? "none")") }
            var response = await next(request)
            log.withLock { $0.append("\(name) \(response.status)") }
            response.fields.append("X-Tag", name)
            return response
        }
    }

    private struct Refusing: HTTPMiddleware {
        let error: any Error

        func respond(
            to request: ServerRequest, next: @Sendable (ServerRequest) async -> ServerResponse
        ) async throws -> ServerResponse { throw error }
    }

    @Test func callsMiddlewaresFromTheOutside() async throws {
        let log = Locked<[String]>([])
        let route = Route(.get, "/") { _ in throw HTTPProblem.forbidden }
        let (router, _) = try Self.makeRouter([route], [Tagging(name: "a", log: log), Tagging(name: "b", log: log)])
        let response = await router.respond(to: .sample())
        #expect(response.fields.values(of: "X-Tag") == ["b", "a"])
        #expect(log.current == ["a /", "b /", "b 403", "a 403"])
        _ = await router.respond(to: .sample(.get, "/missing"))
        #expect(log.current.suffix(4) == ["a none", "b none", "b 404", "a 404"])
    }

    @Test func turnsAMiddlewaresErrorIntoAnAnswer() async throws {
        struct Oops: Error {}
        let log = Locked<[String]>([])
        let route = Route(.get, "/") { _ in .noContent }
        let (limited, _) = try Self.makeRouter(
            [route], [Tagging(name: "a", log: log), Refusing(error: HTTPProblem.forbidden)])
        let refused = await limited.respond(to: .sample())
        #expect(refused.status == .forbidden)
        #expect(log.current == ["a /", "a 403"])
        let (broken, observer) = try Self.makeRouter([route], [Refusing(error: Oops())])
        let failed = await broken.respond(to: .sample())
        #expect(failed.status == .internalServerError)
        #expect(observer.failures.first is Oops)
    }

    // MARK: What all answers have

    @Test func addsSecurityHeaders() async throws {
        let own = Route(.get, "/own") { _ in
            ServerResponse(fields: ["Content-Security-Policy": "default-src 'self'", .cacheControl: "max-age=60"])
        }
        let (router, _) = try Self.makeRouter([Self.hello, own])
        let plain = await router.respond(to: .sample(.get, "/hello/x"))
        #expect(plain.fields["X-Content-Type-Options"] == "nosniff")
        #expect(plain.fields["Referrer-Policy"] == "no-referrer")
        #expect(plain.fields["Content-Security-Policy"]?.hasPrefix("default-src 'none'") == true)
        #expect(plain.fields["Cross-Origin-Resource-Policy"] == "same-origin")
        #expect(plain.fields["Strict-Transport-Security"] == nil)
        #expect(plain.fields[.cacheControl] == "no-store")
        let secure = await router.respond(to: .sample(.get, "/own", isSecure: true))
        #expect(secure.fields["Strict-Transport-Security"] == "max-age=31536000")
        #expect(secure.fields["Content-Security-Policy"] == "default-src 'self'")
        #expect(secure.fields[.cacheControl] == "max-age=60")
    }

    @Test func logsUnderTheIdentifierOfTheRequest() async throws {
        let ids = Locked<[String?]>([])
        let route = Route(.get, "/") { _ in
            ids.withLock { $0.append(LogContext.requestID) }
            return ServerResponse(body: .stream { _ in ids.withLock { $0.append(LogContext.requestID) } })
        }
        let (router, _) = try Self.makeRouter([route])
        _ = try await router.respond(to: .sample(requestID: "r-9")).collectBody()
        #expect(ids.current == ["r-9", "r-9"])
    }

    // MARK: Health

    @Test func tellsWhetherItCanServe() async throws {
        let isFailing = Locked(false)
        let check = HealthCheck("database") {
            isFailing.current ? .failing(LocalizedText(en: "It is closed.", es: "Está cerrada.")) : .healthy
        }
        let (router, _) = try Self.makeRouter(HealthRoutes.routes(checks: [check]))
        let ready = await router.respond(to: .sample(.get, "/readyz"))
        #expect(ready.status == .ok)
        #expect(try await ready.collectBody() == Data(#"{"checks":{"database":"ok"},"status":"ok"}"#.utf8))
        isFailing.withLock { $0 = true }
        let failing = await router.respond(to: .sample(.get, "/readyz", fields: [.acceptLanguage: "es"]))
        #expect(failing.status == .serviceUnavailable)
        #expect(
            try await failing.collectBody()
                == Data(#"{"checks":{"database":"Está cerrada."},"status":"failing"}"#.utf8))
        let alive = await router.respond(to: .sample(.get, "/healthz"))
        #expect(alive.status == .ok)
    }

    @Test func servesWithAPartThatSomebodyHasToLookAfter() async throws {
        let check = HealthCheck("pictures") { .impaired(LocalizedText(en: "One is damaged.", es: "Una está dañada.")) }
        let (router, _) = try Self.makeRouter(HealthRoutes.routes(checks: [check]))
        let answer = await router.respond(to: .sample(.get, "/readyz"))
        #expect(answer.status == .ok)
        #expect(
            try await answer.collectBody() == Data(#"{"checks":{"pictures":"One is damaged."},"status":"ok"}"#.utf8))
    }
}
