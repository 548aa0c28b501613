package import FoundationEssentials
import Locking
package import RateLimitingAPI
package import RateLimitingCore
package import SQLStoreAPI

/// Keeps attempts in memory, and fails when told.
package final class InMemoryAttempts: AttemptStoring {
    private let histories = Locked<[AttemptKey: AttemptHistory]>([:])
    private let failure = Locked<(error: RateLimitingError, callsBefore: Int)?>(nil)

    package init() {}

    /// Makes further calls fail; nil mends it.
    ///
    /// - Parameter count: How many calls succeed before.
    package func fail(with error: RateLimitingError?, after count: Int = 0) {
        failure.withLock { $0 = error.map { ($0, count) } }
    }

    private func check() throws(RateLimitingError) {
        let error = failure.withLock { failure -> RateLimitingError? in
            guard let left = failure?.callsBefore, left > 0 else { return failure?.error }
            failure?.callsBefore = left - 1
            return nil
        }
        if let error { throw error }
    }

    package func update<Result: Sendable>(
        _ key: AttemptKey, at now: Date, _ change: @Sendable (inout AttemptHistory) -> Result
    ) async throws(RateLimitingError) -> Result {
        try check()
        return histories.withLock { change(&$0[key, default: AttemptHistory()]) }
    }

    package func update<Result>(
        _ key: AttemptKey, at now: Date, in transaction: any SQLWriting, _ change: (inout AttemptHistory) -> Result
    ) throws -> Result {
        try check()
        // What those before it left for after their commits is in the memory then.
        try transaction.lock("attempts")
        var history = histories.current[key] ?? AttemptHistory()
        let result = change(&history), changed = history
        try transaction.afterCommit { [histories] in histories.withLock { $0[key] = changed } }
        return result
    }

    package func history(of key: AttemptKey) async throws(RateLimitingError) -> AttemptHistory {
        try check()
        return histories.current[key] ?? AttemptHistory()
    }

    package func removeAll(of limiter: String) async throws(RateLimitingError) {
        try check()
        histories.withLock { $0 = $0.filter { $0.key.limiter != limiter } }
    }
}
