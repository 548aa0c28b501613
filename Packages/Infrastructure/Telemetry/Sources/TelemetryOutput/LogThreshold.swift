import Synchronization
package import TelemetryAPI

/// The least level that is written, which may change while the program runs.
///
/// Every line asks for it, and those that aren't written do nothing else.
package final class LogThreshold: Sendable {
    private let rank: Atomic<Int>

    package init(_ level: LogLevel) {
        rank = Atomic(level.rank)
    }

    package var level: LogLevel {
        get { LogLevel(rank: rank.load(ordering: .relaxed)) }
        set { rank.store(newValue.rank, ordering: .relaxed) }
    }
}
