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
            Route(
                .get, "/healthz", isAtRoot: true, description: .isAlive, atOnce: { _ in alive }, handler: { _ in alive }
            ),
            Route(.get, "/readyz", isAtRoot: true, description: .isReady) { request in
                try await ready(checks, request)
            },
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

extension RouteDescription {
    fileprivate static var isAlive: RouteDescription {
        RouteDescription(
            "isAlive", .operations, "Whether the server is alive",
            answers: [
                .ok(
                    "It is.", Schema.object(.required("status", .constant("ok"))).named("Health"),
                    example: ["status": "ok"])
            ])
    }

    fileprivate static var isReady: RouteDescription {
        RouteDescription(
            "isReady", .operations, "Whether the server can serve", parameters: [.acceptLanguage],
            answers: [
                .ok(
                    """
                    All parts can do their work. What somebody has to look after, such as damaged pictures or a wrong
                    clock, is told in place of `ok`.
                    """, readiness, example: example("ok", storage: "ok")),
                .json(
                    .serviceUnavailable, "A check fails; the others are told as well. This is no problem document.",
                    readiness,
                    example: example(
                        "failing",
                        storage: "The disk is full. Nothing that was confirmed is lost; free some space.")),
            ])
    }

    private static var readiness: Schema {
        Schema.object(
            .required("status", .values(["ok", "failing"])),
            .required("checks", .map(of: .string), "Each check by its name, `ok` or a text for people.")
        ).named("Readiness")
    }

    private static func example(_ status: JSONValue, storage: JSONValue) -> JSONValue {
        ["checks": ["data_folder": "ok", "database": "ok", "storage": storage], "status": status]
    }
}
