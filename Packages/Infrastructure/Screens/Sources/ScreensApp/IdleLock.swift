package import HTTPServingAPI
import HTTPTypes
import Locking

/// Locks what belongs to the person when nobody has asked for anything for a
/// time.
package final class IdleLock: Sendable {
    private let limit: Duration
    private let clock: any Clock<Duration>
    private let lock: @Sendable () async -> Void
    /// How much time has gone by since this was made.
    private let time: @Sendable () -> Duration
    /// When somebody asked for something last.
    private let last = Locked(Duration.zero)

    /// - Parameter limit: For how long nobody has to have asked.
    package init(after limit: Duration, by clock: any Clock<Duration>, _ lock: @escaping @Sendable () async -> Void) {
        self.limit = limit
        self.clock = clock
        self.lock = lock
        time = clock.stopwatch()
    }

    /// Notes that something is asked for.
    ///
    /// - Returns: Whether it comes too late: a machine that slept wakes nobody in
    ///   time.
    package func note(_ request: ServerRequest) -> Bool {
        // What a page asks for by itself is no sign that somebody is there.
        let isByItself = request.fields[.accept]?.contains("text/event-stream") == true
        let now = time()
        return last.withLock { last in
            defer { if !isByItself { last = now } }
            return now - last >= limit
        }
    }

    /// Locks it now.
    package func close() async {
        await lock()
    }

    /// Locks it each time that nobody has asked for too long, until it is cancelled.
    package func watch() async {
        while !Task.isCancelled {
            let rest = limit - (time() - last.current)
            if rest <= .zero {
                await lock()
                last.withLock { $0 = time() }
            } else {
                try? await clock.sleep(for: rest)
            }
        }
    }
}

extension Clock where Duration == Swift.Duration {
    /// Tells how much time has gone by since now.
    func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
