import HTTPTransportAPI
import HTTPTypes

/// Follows answers that point elsewhere, as far as a request allows.
struct RedirectFollower<Answer> {
    let head: (Answer) -> HTTPHead
    let perform: (HTTPRequest) async throws(HTTPTransportError) -> Answer

    func answer(to request: HTTPRequest) async throws(HTTPTransportError) -> Answer {
        guard case .followed(let maximum) = request.redirects else { return try await perform(request) }
        let start = ContinuousClock.now
        var next = request
        for step in 0... {
            let answer = try await perform(next)
            guard let redirected = try next.redirected(by: head(answer)) else { return answer }
            guard step < maximum else { break }
            next = redirected
            // All steps together have the time that one request would have.
            next.limits.total = request.limits.total.map { $0 - start.duration(to: .now) }
        }
        throw .invalidResponse(reason: "More than \(maximum) redirects")
    }
}
