import CoreModels
import FoundationEssentials
public import HTTPServingAPI
import HTTPTypes
import Localization

/// Answers whether the server is alive and whether it can serve.
public enum HealthRoutes {
    /// `GET /healthz`, which always succeeds, and `GET /readyz`, which answers
    /// 503 while a check fails; at the root, too.
    public static func routes(checks: [HealthCheck]) -> [Route] {
        let alive = StandingResponse(.bytes(Data(#"{"status":"ok"}"#.utf8), type: .json)).response
        return [
            Route(.get, "/healthz", isAtRoot: true, atOnce: { _ in alive }, handler: { _ in alive }),
            Route(.get, "/readyz", isAtRoot: true) { request in try await ready(checks, request) },
        ]
    }

    private struct Report: Encodable {
        let status: String
        let checks: [String: String]
    }

    private static func ready(_ checks: [HealthCheck], _ request: ServerRequest) async throws -> ServerResponse {
        let results = await withTaskGroup(of: (String, HealthCheck.Result).self) { group in
            for check in checks { group.addTask { (check.name, await check.check()) } }
            return await group.reduce(into: [String: HealthCheck.Result]()) { $0[$1.0] = $1.1 }
        }
        let isReady = results.values.allSatisfy { result in
            if case .failing = result { false } else { true }
        }
        let texts = results.mapValues { result in
            switch result {
            case .healthy: "ok"
            case .impaired(let reason), .failing(let reason): reason.text(in: request.language)
            }
        }
        return try .json(
            Report(status: isReady ? "ok" : "failing", checks: texts),
            status: isReady ? .ok : .serviceUnavailable)
    }
}
