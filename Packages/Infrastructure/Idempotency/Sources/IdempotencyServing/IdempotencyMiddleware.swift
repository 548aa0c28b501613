import HTTPServingAPI
import HTTPTypes
import TelemetryAPI

/// Answers a request that carries a key once, and gives the same answer to each
/// repetition.
struct IdempotencyMiddleware: HTTPMiddleware {
    /// How large the body of a request with a key may be, since it is read as a
    /// whole before anything is done.
    static let bodyLimit = 1024 * 1024

    let store: AnswerStore
    let marking: RequestMarking
    let running = RunningRequests()
    let owner: @Sendable (ServerRequest) async throws(HTTPProblem) -> RequestOwner
    let requests: any Counter
    let logger: Logger

    func concerns(_ request: ServerRequest) -> Bool {
        request.fields[.idempotencyKey] != nil && Self.methods.contains(request.method)
    }

    func respond(
        to request: ServerRequest, next: @escaping @Sendable (ServerRequest) async -> ServerResponse
    ) async throws -> ServerResponse {
        guard let route = request.route, route.repetition != .ownRules else { return await next(request) }
        guard let key = request.fields.onlyValue(of: .idempotencyKey).flatMap(IdempotencyKey.init) else {
            throw HTTPProblem.invalidIdempotencyKey
        }
        let owner: RequestOwner
        do {
            owner = try await self.owner(request)
        } catch {
            // The handler refuses credentials that don't hold, and the client
            // asks again with better ones.
            return await next(request)
        }
        var request = request
        if route.repetition == .upload {
            request.operationID = try await marking.operation(of: request, key: key, owner: owner)
            return await next(request)
        }
        let body = try await request.body.collect(upTo: Self.bodyLimit)
        request.body = .bytes(body)
        let marks = try await marking.marks(of: request, body: body, key: key, owner: owner)
        request.operationID = marks.operation
        return try await running.answer(marks) { [request] in
            try await answer(to: request, of: owner, marks, key, by: next)
        }
    }

    static let methods: Set<HTTPMethod> = [.post, .put, .patch, .delete]

    private func answer(
        to request: ServerRequest, of owner: RequestOwner, _ marks: RequestMarks, _ key: IdempotencyKey,
        by next: @Sendable (ServerRequest) async -> ServerResponse
    ) async throws -> ServerResponse {
        switch try await store.find(marks, key: key) {
        case .answer(let answer):
            requests.increment(["result": "repeated"])
            return answer.response
        case .otherRequest:
            requests.increment(["result": "reused"])
            throw HTTPProblem.idempotencyKeyReused
        case .nothing: break
        }
        let response = await next(request)
        requests.increment(["result": "done"])
        guard Self.isFinal(response, to: owner), let answer = KeptAnswer(response) else { return response }
        do {
            try await store.keep(answer, for: marks, key: key)
        } catch {
            // It is done, and the client had better know; only a repetition
            // would be done again.
            logger.failure("an answer could not be kept", ["reason": "\(error)"])
        }
        return response
    }

    /// Whether asking the same once more could never be answered in another way.
    ///
    /// Not final is what credentials, a confirmed address, a solved challenge or
    /// time alone change: nothing was done then, so it may be tried again. What a
    /// stranger is refused is not kept either: nothing was done, and whoever likes
    /// could have the disk written to by requests that are worth nothing.
    private static func isFinal(_ response: ServerResponse, to owner: RequestOwner) -> Bool {
        switch (response.status, owner) {
        case (.unauthorized, _), (.forbidden, _), (.requestTimeout, _), (.preconditionRequired, _),
            (.tooManyRequests, _):
            false
        case (let status, .stranger): status.rawValue < 400
        case (let status, .account): status.rawValue < 500
        }
    }
}
