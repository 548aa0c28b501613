import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import RateLimitingAPI
import RateLimitingCore
import TelemetryAPI

/// Counts the requests of each client address to limited routes, and refuses
/// those that are too many.
struct RateLimitMiddleware: HTTPMiddleware {
    let limiters: any RateLimiterMaking
    let refusals: any Counter
    let log: Logger

    func concerns(_ request: ServerRequest) -> Bool {
        request.route?.limit != nil
    }

    func respond(
        to request: ServerRequest, next: @Sendable (ServerRequest) async -> ServerResponse
    ) async throws -> ServerResponse {
        guard let limit = request.route?.limit else { return await next(request) }
        let client = request.peer.ip.client.description
        let policy = RateLimitPolicy(maxAttempts: limit.requests, window: TimeInterval(limit.seconds))
        let limiter = limiters.limiter("route.\(limit.name)", policy: policy)
        let admission = try await admit(client, limiter)
        let fields: HTTPFields = [
            .rateLimitPolicy: RateLimitFields.policy(limit.name, policy),
            .rateLimit: RateLimitFields.state(limit.name, admission),
        ]
        guard admission.isAllowed else {
            refusals.increment(["limit": limit.name])
            log.warning(
                "too many requests", ["peer": client, "limit": limit.name, "seconds": Int(admission.reset)])
            var problem = HTTPProblem.tooManyRequests(code: limit.code, retryAfter: .seconds(admission.reset))
            for field in fields { problem.fields[field.name] = field.value }
            throw problem
        }
        var response = await next(request)
        for field in fields { response.fields[field.name] = field.value }
        return response
    }

    private func admit(_ client: String, _ limiter: any RateLimiting) async throws -> Admission {
        do throws(RateLimitingError) {
            return try await limiter.admit(client)
        } catch {
            log.failure("could not count a request", ["reason": "\(error)"])
            throw HTTPProblem.unavailable(retryAfter: .seconds(5))
        }
    }
}
