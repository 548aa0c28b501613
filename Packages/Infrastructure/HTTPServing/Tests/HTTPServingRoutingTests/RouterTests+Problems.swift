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

/// Errors as answers (RFC 9457).
extension RouterTests {
    @Test(arguments: [
        ("text/html,application/xhtml+xml,*/*;q=0.8", true), ("application/json, TEXT/HTML ; q=0.5", true),
        ("text/html;q=0", false), ("text/html; q=0.00", false), ("*/*", false), ("application/json", false),
        ("image/*", false), (nil, false),
    ]) func whoAsksForAPageGetsProblemsAsPages(accept: String?, isPage: Bool) async throws {
        let router = try Router(
            routes: [Route(.post, "/hello") { _ in throw HTTPProblem.forbidden }], observer: RequestObserverSpy(),
            page: { problem, _ in .text("page of \(problem.code)", type: .html, status: problem.status) })
        var fields = HTTPFields()
        fields[.accept] = accept
        for (method, path, status, code) in [
            (HTTPMethod.get, "/nowhere", 404, "not_found"), (.get, "/hello", 405, "method_not_allowed"),
            (.post, "/hello", 403, "forbidden"),
        ] {
            let response = await router.respond(to: .sample(method, path, fields: fields))
            #expect(response.status.rawValue == status)
            #expect((response.fields[.allow] != nil) == (status == 405))
            let type = response.fields[.contentType]
            if isPage {
                #expect(type == "text/html; charset=utf-8")
                #expect(try await response.collectBody() == Data("page of \(code)".utf8))
            } else {
                #expect(type == "application/problem+json")
            }
        }
    }

    @Test(arguments: ["gzip", "GZIP", "identity, br", "x-own"])
    func refusesABodyThatIsCoded(_ coding: String) async throws {
        let route = Route(.post, "/") { request in
            _ = try await request.body.collect()
            return .text("read")
        }
        let (router, _) = try Self.makeRouter([route])
        let refused = await router.respond(
            to: .sample(.post, "/", fields: ["Content-Encoding": coding], body: Data([0x1F, 0x8B])))
        #expect(refused.status == .unsupportedMediaType && refused.fields["Accept-Encoding"] == "identity")
        let problem = try await Self.problem(refused)
        #expect(problem.type == "/problems/unsupported_content_coding")
        // What has no body has nothing that could be coded.
        #expect(await router.respond(to: .sample(.post, "/", fields: ["Content-Encoding": coding])).status == .ok)
    }

    @Test(arguments: ["identity", " Identity , identity", ""])
    func readsABodyThatIsAsItIs(_ coding: String) async throws {
        let (router, _) = try Self.makeRouter([Route(.post, "/") { _ in .text("read") }])
        let answer = await router.respond(
            to: .sample(.post, "/", fields: ["Content-Encoding": coding], body: Data("a".utf8)))
        #expect(answer.status == .ok)
    }

    @Test func aProblemMayHaveFurtherMembers() async throws {
        let route = Route(.post, "/") { _ in
            throw HTTPProblem(
                status: .preconditionRequired, code: "riddle", title: LocalizedText(verbatim: "A riddle"),
                members: ["riddle": "What has keys and opens nothing?"])
        }
        let (router, _) = try Self.makeRouter([route])
        let response = await router.respond(to: .sample(.post, "/"))
        let body = try await response.collectBody()
        struct Riddle: Decodable { let riddle: String, code: String, status: Int }
        let riddle = try JSONDecoder().decode(Riddle.self, from: body)
        #expect(riddle.riddle == "What has keys and opens nothing?")
        #expect(riddle.code == "riddle" && riddle.status == 428)
    }

    /// Services say only that they aren't available.
    @Test(arguments: [(HTTPProblem.unavailable(retryAfter: .seconds(5)), 507), (.notFound, 404)])
    func operatorsMayKnowWhyAServiceIsNotAvailable(problem: HTTPProblem, status: Int) async throws {
        let router = try Router(
            routes: [Route(.get, "/") { _ in throw problem }], observer: RequestObserverSpy(),
            explain: { _ in .storageFull() })
        #expect(await router.respond(to: .sample(.get, "/")).status.rawValue == status)
    }

    @Test func writesAProblemInFull() async throws {
        let route = Route(.post, "/") { _ in
            throw HTTPProblem.invalidData([
                .required(pointer: "/email"), .outOfRange(pointer: "/age", range: 1...9),
            ])
        }
        let (router, _) = try Self.makeRouter([route], settings: RouterSettings(problemBase: "https://example.org/"))
        let response = await router.respond(to: .sample(.post, "/", requestID: "r-7"))
        #expect(response.status == .unprocessableContent)
        #expect(response.fields[.contentLanguage] == "en")
        #expect(response.fields[.vary] == "Accept-Language")
        #expect(response.fields[.cacheControl] == "no-store")
        let problem = try await Self.problem(response)
        #expect(problem.type == "https://example.org/problems/invalid_data")
        #expect(problem.title == "Some values are not valid.")
        #expect(problem.status == 422)
        #expect(problem.code == "invalid_data")
        #expect(problem.requestID == "r-7")
        #expect(problem.errors?.map(\.pointer) == ["/email", "/age"])
        #expect(problem.errors?.map(\.code) == ["required", "out_of_range"])
        #expect(problem.errors?.first?.reason == "This value is required.")
    }

    @Test func writesAProblemInSpanish() async throws {
        let (router, _) = try Self.makeRouter([])
        let response = await router.respond(to: .sample(.get, "/", fields: [.acceptLanguage: "fr, es;q=0.8, en;q=0.5"]))
        #expect(response.fields[.contentLanguage] == "es")
        let problem = try await Self.problem(response)
        #expect(problem.title == "No hay nada en esta dirección.")
        #expect(problem.code == "not_found")
    }

    @Test func keepsTheFieldsOfAProblem() async throws {
        let route = Route(.get, "/") { _ in throw HTTPProblem.tooManyRequests(retryAfter: .milliseconds(1200)) }
        let (router, _) = try Self.makeRouter([route])
        let response = await router.respond(to: .sample())
        #expect(response.status == .tooManyRequests)
        #expect(response.fields[.retryAfter] == "2")
    }

    @Test func hidesUnexpectedErrorsAndReportsThem() async throws {
        struct Leak: Error { let query = "SELECT password" }
        let (router, observer) = try Self.makeRouter([Route(.get, "/") { _ in throw Leak() }])
        let response = await router.respond(to: .sample())
        #expect(response.status == .internalServerError)
        #expect(try await Self.problem(response).code == "internal_error")
        #expect(try await !String(decoding: response.collectBody(), as: UTF8.self).contains("SELECT"))
        #expect(observer.failures.count == 1)
        #expect(observer.failures.first is Leak)
    }

    @Test func refusesFieldsThatEndTheLine() async throws {
        let route = Route(.get, "/") { _ in
            ServerResponse(fields: ["Location": "/x\r\nSet-Cookie: a=b"])
        }
        let (router, observer) = try Self.makeRouter([route])
        let response = await router.respond(to: .sample())
        #expect(response.status == .internalServerError)
        #expect(response.fields["Location"] == nil)
        #expect(observer.failures.count == 1)
    }

    @Test func writesTheProblemsOfTheServer() async throws {
        let (router, _) = try Self.makeRouter([])
        let response = router.refuse(.sample(), because: .headersTooLarge(limit: 16))
        #expect(response.status == .requestHeaderFieldsTooLarge)
        #expect(response.fields["X-Content-Type-Options"] == "nosniff")
        #expect(try await Self.problem(response).code == "headers_too_large")
    }

    /// Each feature has an error of its own for what was broken off.
    private enum FeatureError: Error { case cancelled }

    @Test(arguments: [CancellationError(), FeatureError.cancelled] as [any Error])
    func doesNotReportACancelledRequest(_ error: any Error) async throws {
        let (router, observer) = try Self.makeRouter([Route(.get, "/") { _ in throw error }])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await router.respond(to: .sample())
        }
        #expect(await task.value.status == .serviceUnavailable)
        #expect(observer.failures.isEmpty)
    }
}
