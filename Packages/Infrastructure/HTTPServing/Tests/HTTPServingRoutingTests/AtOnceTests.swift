import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Testing

/// Answers that need no task, and those that many requests get.
struct AtOnceTests {
    /// Has to do with requests that carry a field.
    private struct Marking: HTTPMiddleware {
        func concerns(_ request: ServerRequest) -> Bool { request.fields["X-Mark"] != nil }

        func respond(
            to request: ServerRequest, next: @Sendable (ServerRequest) async -> ServerResponse
        ) async throws -> ServerResponse {
            var response = await next(request)
            response.fields["X-Mark"] = "marked"
            return response
        }
    }

    private static let standing = StandingResponse(
        .bytes(Data("0123456789".utf8), type: .plainText, fields: [.eTag: "\"v1\""]))

    /// Answers at once as long as nothing is asked for by a query.
    private static let route = Route(
        .get, "/page", bodyLimit: 5, atOnce: { $0.query.items.isEmpty ? standing.response : nil },
        handler: { _ in .text("handled") })

    private static func makeRouter(_ middlewares: [any HTTPMiddleware] = []) throws -> Router {
        try Router(routes: [route], middlewares: middlewares, observer: RequestObserverSpy())
    }

    private static func isReady(_ answer: HTTPAnswer) -> Bool {
        if case .ready = answer { true } else { false }
    }

    @Test func answersAtOnceWhatNeedsNoWait() async throws {
        let router = try Self.makeRouter()
        #expect(Self.isReady(router.answer(.sample(.get, "/page"))))
        #expect(Self.isReady(router.answer(.sample(.head, "/page"))))
        #expect(!Self.isReady(router.answer(.sample(.get, "/page", query: "a=b"))))
        #expect(
            try await router.respond(to: .sample(.get, "/page", query: "a=b")).collectBody() == Data("handled".utf8))
    }

    @Test func limitsTheBodyOfARequestThatIsAnsweredAtOnce() async throws {
        let router = try Self.makeRouter()
        let response = await router.respond(to: .sample(.get, "/page", body: Data("abcdef".utf8)))
        #expect(response.status == .contentTooLarge)
    }

    @Test func asksTheMiddlewaresThatARequestConcerns() async throws {
        let router = try Self.makeRouter([Marking()])
        #expect(Self.isReady(router.answer(.sample(.get, "/page"))))
        for _ in 0..<2 {
            // Neither what its handler answers nor what is answered at once passes them over.
            for query in ["a=b", ""] {
                let marked = await router.respond(to: .sample(.get, "/page", query: query, fields: ["X-Mark": "x"]))
                #expect(marked.fields["X-Mark"] == "marked")
            }
            let plain = await router.respond(to: .sample(.get, "/page"))
            #expect(plain.fields["X-Mark"] == nil)
        }
    }

    @Test func completesAStandingAnswerOnceForEachKindOfConnection() async throws {
        let router = try Self.makeRouter()
        let plain = await router.respond(to: .sample(.get, "/page"))
        let again = await router.respond(to: .sample(.get, "/page"))
        let secure = await router.respond(to: .sample(.get, "/page", isSecure: true))
        #expect(plain.standing != nil && plain.standing?.id == again.standing?.id)
        #expect(secure.standing?.id != plain.standing?.id)
        #expect(plain.fields["X-Content-Type-Options"] == "nosniff" && plain.fields == again.fields)
        #expect(plain.fields["Strict-Transport-Security"] == nil)
        #expect(secure.fields["Strict-Transport-Security"] != nil)
        #expect(plain.routePattern == "/page")
    }

    @Test func standsNoLongerForWhatItWas() {
        var response = Self.standing.response
        response.fields[.vary] = "Accept"
        #expect(response.standing == nil)
        response = Self.standing.response
        response.status = .notFound
        #expect(response.standing == nil)
        #expect(Self.standing.response.fields[.vary] == nil)
    }

    @Test func evaluatesConditionsOfAStandingAnswer() async throws {
        let router = try Self.makeRouter()
        for _ in 0..<2 {
            let unchanged = await router.respond(to: .sample(.get, "/page", fields: [.ifNoneMatch: "\"v1\""]))
            #expect(unchanged.status == .notModified && unchanged.standing == nil)
            let failed = await router.respond(to: .sample(.get, "/page", fields: [.ifMatch: "\"v2\""]))
            #expect(failed.status == .preconditionFailed)
            let changed = await router.respond(to: .sample(.get, "/page", fields: [.ifNoneMatch: "\"v2\""]))
            #expect(changed.status == .ok)
        }
    }

    @Test func refusesAStandingAnswerThatCannotBeSent() async throws {
        let broken = StandingResponse(.text("x", fields: ["X-Broken": "a\r\nb"]))
        let observer = RequestObserverSpy()
        let route = Route(.get, "/", atOnce: { _ in broken.response }, handler: { _ in broken.response })
        let router = try Router(routes: [route], observer: observer)
        for count in 1...2 {
            #expect(await router.respond(to: .sample()).status == .internalServerError)
            #expect(observer.failures.count == count)
        }
    }
}
