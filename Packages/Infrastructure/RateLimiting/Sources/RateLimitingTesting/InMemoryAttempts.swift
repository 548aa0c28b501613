package import FoundationEssentials
import Locking
package import RateLimitingAPI
package import RateLimitingCore
package import SQLStoreAPI

/// Keeps attempts in memory, and fails when told.
package final class InMemoryAttempts: AttemptStoring {
    private let histories = Locked<[AttemptKey: AttemptHistory]>([:])
    private let failure = Locked<RateLimitingError?>(nil)

    package init() {}

    /// Makes all further calls fail; nil mends it.
    package func fail(with error: RateLimitingError?) {
        failure.withLock { $0 = error }
    }

    package func update<Result: Sendable>(
        _ key: AttemptKey, at now: Date, _ change: @Sendable (inout AttemptHistory) -> Result
    ) async throws(RateLimitingError) -> Result {
        if let error = failure.current { throw error }
        return histories.withLock { change(&$0[key, default: AttemptHistory()]) }
    }

    package func update<Result>(
        _ key: AttemptKey, at now: Date, in transaction: any SQLWriting, _ change: (inout AttemptHistory) -> Result
    ) throws -> Result {
        if let error = failure.current { throw error }
        var history = histories.current[key] ?? AttemptHistory()
        let result = change(&history), changed = history
        try transaction.afterCommit { [histories] in histories.withLock { $0[key] = changed } }
        return result
    }

    package func history(of key: AttemptKey) async throws(RateLimitingError) -> AttemptHistory {
        if let error = failure.current { throw error }
        return histories.current[key] ?? AttemptHistory()
    }

    package func removeAll(of limiter: String) async throws(RateLimitingError) {
        if let error = failure.current { throw error }
        histories.withLock { $0 = $0.filter { $0.key.limiter != limiter } }
    }
}
