import HTTPServingAPI
import HTTPTypes
import RateLimitingCore

/// What a limit means for a route, in the description of the API.
struct RateLimitConvention: HTTPConvention {
    func complete(_ description: inout RouteDescription, of route: Route) {
        guard let limit = route.limit else { return }
        for index in description.answers.indices where description.answers[index].name == nil {
            description.answers[index].fields += [.rateLimit, .rateLimitPolicy]
        }
        description.add(.tooManyRequests(limit))
    }
}

extension RouteAnswer {
    /// 429, which most limits answer with the same code.
    fileprivate static func tooManyRequests(_ limit: RouteLimit) -> RouteAnswer {
        let problem = HTTPProblem.tooManyRequests(code: limit.code, retryAfter: .seconds(1))
        let answer = RouteAnswer.problem(
            problem, "There were too many requests from this address.",
            fields: [.rateLimit, .rateLimitPolicy])
        return problem == .tooManyRequests(retryAfter: .seconds(1)) ? answer.named("TooManyRequests") : answer
    }
}

extension RouteField {
    fileprivate static let rateLimit = RouteField(
        .rateLimit,
        """
        What is left of the limit of this address, and in how many seconds there is more
        (draft-ietf-httpapi-ratelimit-headers-10).
        """, example: "\"login\";r=29;t=300"
    ).named("RateLimit")

    fileprivate static let rateLimitPolicy = RouteField(
        .rateLimitPolicy, "The limit of this address, as requests (`q`) within seconds (`w`).",
        example: "\"login\";q=30;w=300"
    ).named("RateLimitPolicy")
}
