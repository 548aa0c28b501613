import HTTPTransportAPI
import HTTPTypes

extension HTTPRequest {
    /// Follows answers that point elsewhere, as far as the request allows.
    ///
    /// - Parameters:
    ///   - head: The head of an answer.
    ///   - perform: Sends a request.
    func following<Answer>(
        head: (Answer) -> HTTPHead, _ perform: (HTTPRequest) async throws(HTTPTransportError) -> Answer
    ) async throws(HTTPTransportError) -> Answer {
        guard case .followed(let maximum) = redirects else { return try await perform(self) }
        let start = ContinuousClock.now
        var next = self
        for step in 0... {
            let answer = try await perform(next)
            guard let redirected = try next.redirected(by: head(answer)) else { return answer }
            guard step < maximum else { break }
            next = redirected
            // All steps together have the time that one request would have.
            next.limits.total = limits.total.map { $0 - start.duration(to: .now) }
        }
        throw .invalidResponse(reason: "More than \(maximum) redirects")
    }
}
