import ConsoleAPI
import ConsoleEngine
import Locking

/// Progress on the last line of the screen, redrawn at most ten times a second.
final class ProgressBar: ProgressReporting {
    private static let interval = Duration.milliseconds(100)

    private struct State {
        var lastDrawn: Duration?
        var isFinished = false
    }

    private let line: ProgressLine
    private let width: Int
    private let screen: Screen
    private let elapsed: @Sendable () -> Duration
    private let state = Locked(State())

    init(line: ProgressLine, width: Int, screen: Screen, clock: any Clock<Duration>) {
        self.line = line
        self.width = width
        self.screen = screen
        elapsed = Self.stopwatch(clock)
    }

    deinit { finish() }

    func update(completed: Int64, total: Int64?) {
        let now = elapsed()
        let isComplete = completed == total
        state.withLock { state in
            guard !state.isFinished else { return }
            if let last = state.lastDrawn, now - last < Self.interval, !isComplete { return }
            state.lastDrawn = now
            screen.show(status: line.text(completed: completed, total: total, elapsed: now, width: width))
        }
    }

    func finish() {
        state.withLock { state in
            guard !state.isFinished else { return }
            state.isFinished = true
            if state.lastDrawn != nil { screen.show(status: nil) }
        }
    }

    private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
