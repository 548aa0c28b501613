import ConfigurationAPI
import ConfigurationTesting
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import PluginKit
import RateLimitingSQL
import SQLStoreTesting
import TelemetryTesting
import Testing

/// What the description of the API says of limits.
struct RateLimitConventionTests {
    private func describe(_ limit: RouteLimit?, limitsRoutes: Bool = true) async throws -> DescribedRoute {
        let store = try await TemporaryDatabase()
        var host = PluginHost()
        try host.install(
            RateLimitingPlugin.self,
            .init(
                database: store.database,
                configuration: .fixture(.set(LimitSettings.isEnabled, to: limitsRoutes)), metrics: InMemoryMetrics(),
                log: LogSpy().logger,
                now: ManualDate().now))
        let route = Route(
            .get, "/things", limit: limit,
            description: RouteDescription("get", .operations, "S", answers: [.noContent("Done.")]),
            handler: { _ in .noContent })
        return DescribedRoute(route, conventions: try host.composed().values(of: HTTPConventions.self))
    }

    @Test func aLimitIsToldWithEachAnswer() async throws {
        let route = try await describe(RouteLimit("things"))
        #expect(route.statuses == ["204", "400", "429"])
        #expect(route["responses"]?["429"] == ["$ref": "#/components/responses/TooManyRequests"])
        for status in ["204", "429"] {
            let fields = route.answer(status)?["headers"]
            #expect(fields?["RateLimit"] != nil && fields?["RateLimit-Policy"] != nil, "\(status)")
        }
        #expect(route.answer("429")?["headers"]?["Retry-After"] != nil)
    }

    @Test func aCodeOfItsOwnIsTold() async throws {
        let answer = try await describe(RouteLimit("things", code: "abuse_detected"))["responses"]?["429"]
        #expect(answer?["content"]?["application/problem+json"]?["example"]?["code"] == "abuse_detected")
    }

    @Test func whereNothingIsLimitedNothingIsTold() async throws {
        #expect(try await describe(nil).statuses == ["204", "400"])
        #expect(try await describe(RouteLimit("things"), limitsRoutes: false).statuses == ["204", "400"])
    }
}
