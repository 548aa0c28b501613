import HTTPServingAPI
import SessionsServiceAPI
import TelemetryAPI

/// Routes about a person's own sessions, and what happened with them.
protocol SessionRouting: Sendable {
    var logger: Logger { get }
}

extension SessionRouting {
    /// What fails but isn't the caller's fault may work a little later.
    func answer(_ body: () async throws -> ServerResponse) async throws(HTTPProblem) -> ServerResponse {
        do {
            return try await body()
        } catch let problem as HTTPProblem {
            throw problem
        } catch {
            logger.failure("could not show or change sessions", ["reason": "\(SessionsError(error))"])
            throw .unavailable(retryAfter: .seconds(5))
        }
    }
}
