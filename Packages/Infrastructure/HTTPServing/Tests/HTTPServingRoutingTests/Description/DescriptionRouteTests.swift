import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import Locking
import Testing

struct DescriptionRouteTests {
    private let asked = Locked(0)
    private let digested = Locked(0)

    private func route(at address: String = "https://example.com/base/") -> DescriptionRoute {
        let asked = asked, digested = digested
        return DescriptionRoute(
            OpenAPIDocument.Info(title: "T", version: "1", summary: "S", text: "Text."),
            routes: [
                Route(
                    .get, "/thing",
                    description: {
                        asked.withLock { $0 += 1 }
                        return RouteDescription("getThing", .operations, "S", answers: [.noContent("Done.")])
                    }(), handler: { _ in .noContent })
            ], conventions: [], address: { address },
            digest: { data in
                digested.withLock { $0 += 1 }
                return "\(data.count)"
            })
    }

    private struct Description: Decodable {
        let openapi: String
        let servers: [[String: String]]
        let paths: [String: [String: Operation]]

        struct Operation: Decodable { let operationId: String }
    }

    @Test func describesAllRoutesAndItself() async throws {
        let router = try Router(routes: [route().route], observer: RequestObserverSpy())
        let answer = await router.respond(to: .sample(.get, "/openapi.json"))
        #expect(answer.status == .ok && answer.fields[.contentType] == "application/json")
        let document = try WireCoding.decoder().decode(Description.self, from: try await answer.collectBody())
        #expect(document.openapi == "3.1.0" && document.servers.map { $0["url"] } == ["https://example.com/base"])
        #expect(
            document.paths.mapValues { $0["get"]?.operationId } == [
                "/thing": "getThing", "/openapi.json": "getDescription",
            ])
    }

    @Test func isMadeWhenSomebodyAsksAndKept() async throws {
        let router = try Router(routes: [route().route], observer: RequestObserverSpy())
        #expect(asked.current == 0, "nobody has asked yet")
        let first = await router.respond(to: .sample(.get, "/openapi.json"))
        let tag = try #require(first.fields[.eTag])
        #expect(first.fields[.cacheControl] == "public, max-age=300")
        let again = await router.respond(to: .sample(.get, "/openapi.json", fields: [.ifNoneMatch: tag]))
        #expect(again.status == .notModified)
        #expect(asked.current == 1 && digested.current == 1)
    }
}
