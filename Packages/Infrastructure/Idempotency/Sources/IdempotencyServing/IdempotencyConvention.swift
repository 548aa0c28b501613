import HTTPServingAPI
import HTTPTypes

/// What a key means for a route, in the description of the API.
struct IdempotencyConvention: HTTPConvention {
    func complete(_ description: inout RouteDescription, of route: Route) {
        guard IdempotencyMiddleware.methods.contains(route.method), route.repetition != .ownRules else { return }
        description.add(.idempotencyKey)
        description.add(.malformedKey)
        description.add(.keyReused)
    }

    func section(for routes: [Route]) -> ConventionSection? {
        let others = routes.filter { $0.repetition == .ownRules }.map { "`\($0.method) \($0.pattern)`" }
        let exception =
            switch others.count {
            case 0: ""
            case 1: "\n\(others[0]) has rules of its own and ignores the field."
            default: "\n\(others.joined(separator: ", ")) have rules of their own and ignore the field."
            }
        return ConventionSection(
            "Repetitions",
            """
            A request that changes something may carry `Idempotency-Key`: 1 to 128 visible characters that the client
            made up for it, best a UUID. For 24 hours the same request with the same key gets the same answer, with
            `Idempotent-Replayed: true`, and is done once; one that comes meanwhile waits. The keys are those of the
            account, else of whoever sends the same body. Another request with the key is answered with 422
            `idempotency_key_reused`, a key that can't be read with 400 `invalid_idempotency_key`. Not repeated are 401,
            403, 408, 428, 429 and 5xx, and whatever else is refused without credentials: nothing was done, and the same
            key may be used to try again.
            """ + exception)
    }
}

extension RouteParameter {
    fileprivate static let idempotencyKey = RouteParameter.header(
        "Idempotency-Key", "The client's name for what it asks for, so that it may ask again; see Repetitions.",
        .string.with("minLength", 1).with("maxLength", .integer(IdempotencyKey.maximumLength)).with(
            "pattern", "^[!-~]+$"),
        example: "5f0c7a9e-6c1b-4a53-9d0e-2f6b1a7c8d90"
    ).named("IdempotencyKey")
}

extension RouteAnswer {
    fileprivate static let malformedKey = RouteAnswer.problem(
        .invalidIdempotencyKey, "The `Idempotency-Key` can't be read (`invalid_idempotency_key`).",
        codes: ProblemCodes("MalformedKey", of: .invalidIdempotencyKey)
    ).named("MalformedKey")

    fileprivate static let keyReused = RouteAnswer.problem(
        .idempotencyKeyReused, "The `Idempotency-Key` belongs to another request (`idempotency_key_reused`).",
        codes: ProblemCodes("KeyReused", of: .idempotencyKeyReused)
    ).named("KeyReused")
}
