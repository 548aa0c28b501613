import HTTPServingAPI

/// The library's forms of answers that many requests get, on the thread of one
/// loop.
final class StandingAnswers {
    /// One of them, and what it is the form of, which must not go as long as its
    /// identity counts.
    private final class Kept {
        let standing: StandingResponse
        var prepared: PreparedResponse

        init(_ standing: StandingResponse, _ prepared: consuming PreparedResponse) {
            self.standing = standing
            self.prepared = prepared
        }
    }

    /// Of those that are copied, four megabytes at most.
    private static let capacity = 64

    private var kept: [StandingResponse.ID: Kept] = [:]

    /// Calls `body` with the library's form of an answer, made by `make` if need
    /// be; nil when that fails.
    func with<Result>(
        _ standing: StandingResponse, make: () -> PreparedResponse?, _ body: (inout PreparedResponse) -> Result
    ) -> Result? {
        if let known = kept[standing.id] { return body(&known.prepared) }
        guard let made = make() else { return nil }
        // Most of those that are gone are in nobody's use any more.
        if kept.count >= Self.capacity { kept.removeAll(keepingCapacity: true) }
        let new = Kept(standing, made)
        kept[standing.id] = new
        return body(&new.prepared)
    }
}
