import CoreModels
import ExternalProvidersContract
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import TelemetryAPI

/// Answers providers that tell something of their own accord.
struct ProviderNoticeRoutes: Sendable {
    let connections: [String: ProviderConnection]
    let revocations: ProviderRevocations
    let notices: any Counter
    let log: Logger

    /// Providers have a lot to tell; strangers have nothing.
    static let limit = RouteLimit("provider-notices", requests: 600, seconds: 60)
    private static let bodyLimit = 32 * 1_024

    var all: [Route] {
        [
            Route(
                .post, ExternalProvidersContract.logoutPath, bodyLimit: Self.bodyLimit, limit: Self.limit,
                repetition: .ownRules, description: .signOutByProvider
            ) { request in
                try await answer(request, .ok) { connection in
                    let token = try await Self.field("logout_token", of: request)
                    let notices = try await connection.notices(in: token, as: .logout)
                    let outcome = try await revocations.take(notices, from: connection.provider)
                    guard outcome != .repeated else { throw HTTPProblem.noticeRefused }
                    return outcome
                }
            },
            Route(
                .post, ExternalProvidersContract.eventsPath, bodyLimit: Self.bodyLimit, limit: Self.limit,
                repetition: .ownRules, description: .tellByProvider
            ) { request in
                try await answer(request, .accepted) { connection in
                    try Self.require(.securityEvent, of: request)
                    let token = String(decoding: try await request.body.collect(), as: UTF8.self)
                    let notices = try await connection.notices(in: token, as: .events)
                    return try await revocations.take(notices, from: connection.provider)
                }
            },
            Route(
                .post, ExternalProvidersContract.notificationsPath, bodyLimit: Self.bodyLimit, limit: Self.limit,
                repetition: .ownRules, description: .tellByApple
            ) { request in
                try await answer(request, .ok, for: .apple) { connection in
                    let sent = try await request.decodeJSON(ExternalProvidersContract.Notification.self)
                    let notices = try await connection.notices(in: sent.payload, as: .apple)
                    return try await revocations.take(notices, from: connection.provider)
                }
            },
        ]
    }

    /// The one field of that name of a form.
    static func field(_ name: String, of request: ServerRequest) async throws -> String {
        try require(.urlEncodedForm, of: request)
        let body = try await request.body.collect()
        guard let values = QueryParameters(encoded: Array(body)[...])?.values(of: name), values.count == 1 else {
            throw HTTPProblem.noticeRefused
        }
        return values[0]
    }

    private static func require(_ type: MediaType, of request: ServerRequest) throws {
        guard request.fields[.contentType].flatMap({ MediaType(contentType: $0) }) == type else {
            throw HTTPProblem.unsupportedMediaType(expected: type)
        }
    }

    func answer(
        _ request: ServerRequest, _ status: HTTPStatus, for dialect: Provider.Dialect? = nil,
        _ take: (ProviderConnection) async throws -> ProviderRevocations.Outcome
    ) async throws -> ServerResponse {
        let name = request.pathParameters["name"] ?? ""
        guard let connection = connections[name], dialect == nil || connection.provider.dialect == dialect else {
            throw HTTPProblem.unknownProvider
        }
        do {
            let outcome = try await take(connection)
            notices.increment(["result": outcome == .repeated ? "repeated" : "taken"])
            return ServerResponse(status: status, fields: [.cacheControl: "no-store"])
        } catch {
            let problem = Self.problem(error)
            notices.increment(["result": problem.code])
            log.notice(
                "refused what was told for a provider",
                [
                    "provider": name, "peer": "\(request.peer.ip)",
                    "reason": "\((error as? ProviderFailure)?.description ?? problem.code)",
                ])
            throw problem
        }
    }

    private static func problem(_ error: any Error) -> HTTPProblem {
        switch error {
        case let problem as HTTPProblem: problem
        case ProviderFailure.untrusted: .noticeRefused
        // Nothing is known of whether it is true: whoever told it does so again.
        default: .unavailable(retryAfter: .seconds(5))
        }
    }
}
