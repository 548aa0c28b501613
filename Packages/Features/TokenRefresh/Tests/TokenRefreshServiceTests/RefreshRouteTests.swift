import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import PluginKit
import SQLStoreTesting
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import TelemetryAPI
import TelemetryTesting
import Testing
import TokenRefreshContract
import TokenRefreshService

struct RefreshRouteTests {
    private let server: RunningSessions
    private let router: Router
    private let metrics = InMemoryMetrics()
    private let log = LogSpy()
    private let issued: IssuedSession

    init() async throws {
        server = try await RunningSessions()
        var host = PluginHost()
        try host.install(
            TokenRefreshServicePlugin.self,
            .init(
                sessions: server.refreshing, accounts: OneAccount(user: .sample()), mail: server.mail,
                now: server.date.now,
                logger: log.logger, metrics: metrics))
        router = try Router(routes: host.composed().values(of: HTTPRoutes.self), observer: RequestObserverSpy())
        issued = try await server.issuing.issueSession(for: .sample(), on: SessionClient())
    }

    private func refresh(_ token: Secret) async throws -> ServerResponse {
        try await post(token.withText { #"{"refresh_token":"\#($0 ?? "")"}"# })
    }

    private func post(_ body: String) async throws -> ServerResponse {
        await router.respond(to: .json(.post, "/auth/refresh", body))
    }

    private func grant(_ response: ServerResponse) async throws -> TokenGrant {
        try await JSONDecoder().decode(TokenRefreshContract.Response.self, from: response.collectBody()).token
    }

    private func problem(_ response: ServerResponse) async throws -> ProblemDetails {
        try await JSONDecoder().decode(ProblemDetails.self, from: response.collectBody())
    }

    private func count(_ result: String) -> Double {
        metrics.value(of: "essentiald_token_refreshes_total", ["result": result]) ?? 0
    }

    @Test(.requirement("TOKEN-08", "TOKEN-26")) func exchangesARefreshToken() async throws {
        let response = try await refresh(issued.grant.refreshToken)
        #expect(response.status == .ok)
        #expect(response.fields[.cacheControl] == "no-store")
        let next = try await grant(response)
        #expect(!next.refreshToken.isEqual(to: issued.grant.refreshToken))
        let again = try await refresh(issued.grant.refreshToken)
        #expect(try await grant(again).refreshToken.isEqual(to: next.refreshToken))
        #expect(count("rotated") == 1)
        #expect(count("repeated") == 1)
    }

    @Test(.requirement("TOKEN-17", "TOKEN-24")) func everyRefusalIsTheSameAnswer() async throws {
        var bodies: Set<Data> = []
        func expectRefusal(_ token: Secret, as result: String) async throws {
            let before = count(result)
            let response = try await refresh(token)
            #expect(response.status == .unauthorized)
            bodies.insert(try await response.collectBody())
            #expect(try await problem(try await refresh(token)).code == "invalid_grant")
            #expect(count(result) >= before + 1)
        }
        let second = try await grant(refresh(issued.grant.refreshToken))
        _ = try await refresh(second.refreshToken)
        server.date.advance(by: .seconds(31))
        try await expectRefusal(issued.grant.refreshToken, as: "reused")
        try await expectRefusal(second.refreshToken, as: "ended")
        try await expectRefusal(Secret("never-granted"), as: "unknown")
        let idle = try await server.issuing.issueSession(for: .sample(), on: SessionClient())
        server.date.advance(by: .seconds(30 * 86_400))
        try await expectRefusal(idle.grant.refreshToken, as: "expired")
        #expect(bodies.count == 1, "a thief must not learn why")
    }

    @Test func reuseIsLoggedAsAWarningWithoutAnyToken() async throws {
        let second = try await grant(refresh(issued.grant.refreshToken))
        _ = try await refresh(second.refreshToken)
        server.date.advance(by: .seconds(31))
        _ = try await refresh(issued.grant.refreshToken)
        #expect(log.records.contains { $0.level == .warning && $0.message == "refused a refresh token" })
        for token in [issued.grant.refreshToken, second.refreshToken] {
            #expect(token.withText { !log.text.contains($0 ?? "") })
        }
    }

    @Test(arguments: [
        ("{}", HTTPStatus.unprocessableContent, "invalid_data"),
        (#"{"refresh_token":""}"#, .unprocessableContent, "invalid_data"),
        (#"{"refresh_token":5}"#, .unprocessableContent, "invalid_data"),
        ("{", .badRequest, "malformed_json"), ("", .badRequest, "malformed_json"),
        (#"{"refresh_token":"\#(String(repeating: "x", count: 20_000))"}"#, .contentTooLarge, "body_too_large"),
    ]) func aBrokenRequestIsNoReasonToEndASession(body: String, status: HTTPStatus, code: String) async throws {
        let response = try await post(body)
        #expect(response.status == status)
        #expect(try await problem(response).code == code)
    }

    @Test func aDatabaseThatFailsIsNoReasonToEndASession() async throws {
        await server.store.close()
        let response = try await refresh(issued.grant.refreshToken)
        #expect(response.status == .serviceUnavailable)
        #expect(response.fields[.retryAfter] == "5")
        #expect(try await problem(response).code == "unavailable")
        #expect(count("unavailable") == 1)
    }
}
