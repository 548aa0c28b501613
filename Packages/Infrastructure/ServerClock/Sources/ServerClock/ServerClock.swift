package import CoreModels
package import FoundationEssentials
import Locking
package import PluginKit
package import SQLStoreAPI
package import TelemetryAPI

/// Tells everything in the server what time it is, and the operator when the
/// machine's clock is not believed.
package final class ServerClock: PluginService {
    private struct State {
        var timeline: ServerTimeline?
        /// What the operator was told last.
        var told: TimeInterval = 0
    }

    /// After how long the clocks are compared when nobody asks for the time.
    package static let interval = Duration.seconds(10)
    /// At how many comparisons the time is written down.
    private static let comparisonsPerRecord = 6

    private let database: any SQLDatabase
    /// Whether this is the server, and not a command beside it.
    private let keepsRecord: Bool
    private let log: Logger
    private let deviation: (any Gauge)?
    private let wall: @Sendable () -> Date
    private let bootTime: @Sendable () -> BootTime
    private let clock: any Clock<Duration>
    /// Whether somebody keeps the machine's clock right; nil if the system doesn't tell.
    private let isSynchronized: @Sendable () -> Bool?
    private let state = Locked(State())

    package init(
        database: any SQLDatabase, keepsRecord: Bool, log: Logger, deviation: (any Gauge)?,
        wall: @escaping @Sendable () -> Date, bootTime: @escaping @Sendable () -> BootTime,
        clock: any Clock<Duration>, isSynchronized: @escaping @Sendable () -> Bool? = MachineClock.isSynchronized
    ) {
        self.isSynchronized = isSynchronized
        self.database = database
        self.keepsRecord = keepsRecord
        self.log = log
        self.deviation = deviation
        self.wall = wall
        self.bootTime = bootTime
        self.clock = clock
    }

    /// The server's time; before the start that of the machine.
    package var now: Date {
        let reading = reading()
        let (time, news) = state.withLock { state in
            guard var timeline = state.timeline else { return (reading.wall, News?.none) }
            let time = timeline.time(at: reading)
            state.timeline = timeline
            return (time, Self.news(of: timeline, &state))
        }
        if let news { tell(news, at: time) }
        return time
    }

    /// By how many seconds the machine's time of day is ahead of the server's
    /// time, if it isn't believed.
    package var currentDeviation: TimeInterval {
        _ = now
        return state.withLock { $0.timeline?.deviation ?? 0 }
    }

    /// Whether the machine's clock and the server's time don't agree, so that one of them is wrong.
    package var isDisputed: Bool {
        _ = now
        return state.withLock { state in
            state.timeline.map { $0.deviation != 0 || $0.isProvisional } ?? true
        }
    }

    package func examine() async -> ServiceExamination {
        let record = try? await database.read { db in try ServerClockTable.record(in: db) }
        let timeline = ServerTimeline(reading(), boot: bootTime().boot, after: record ?? nil)
        var examination = ServiceExamination()
        let seconds = Int(timeline.deviation.rounded())
        if seconds != 0 {
            examination.findings.append(.clockIsOff(by: seconds))
        } else if isSynchronized() == false {
            examination.findings.append(.clockIsNotSynchronized)
        }
        return examination
    }

    package func start() async throws {
        let record = try await database.read { db in try ServerClockTable.record(in: db) }
        let timeline = ServerTimeline(reading(), boot: bootTime().boot, after: record)
        state.withLock { $0.timeline = timeline }
        _ = now
        // The operator's word counts for this start alone.
        if keepsRecord { try await writeRecord(forgetsAcceptance: true) }
    }

    package func run() async throws {
        var comparisons = 0
        while keepsRecord, (try? await clock.sleep(for: Self.interval)) != nil {
            _ = now
            comparisons += 1
            if comparisons.isMultiple(of: Self.comparisonsPerRecord) { await keepRecord() }
        }
    }

    package func stop() async {
        if keepsRecord { await keepRecord() }
    }

    private func reading() -> ServerTimeline.Reading {
        ServerTimeline.Reading(wall: wall(), uptime: bootTime().uptime)
    }

    private func keepRecord() async {
        do {
            try await writeRecord(forgetsAcceptance: false)
        } catch {
            log.failure("could not write down the time", ["reason": "\(error)"])
        }
    }

    private func writeRecord(forgetsAcceptance: Bool) async throws {
        let reading = reading(), boot = bootTime().boot
        guard let record = state.withLock({ $0.timeline?.record(at: reading, boot: boot) }) else { return }
        try await database.write { db in
            try ServerClockTable.save(record, forgetsAcceptance: forgetsAcceptance, in: db)
        }
    }

    // MARK: What the operator is told

    private enum News {
        case off(TimeInterval, isProvisional: Bool)
        case right
    }

    /// Each change is told once.
    private static func news(of timeline: ServerTimeline, _ state: inout State) -> News? {
        guard
            abs(timeline.deviation - state.told) > ServerTimeline.tolerance
                || (timeline.deviation == 0) != (state.told == 0)
        else { return nil }
        state.told = timeline.deviation
        return timeline.deviation == 0 ? .right : .off(timeline.deviation, isProvisional: timeline.isProvisional)
    }

    private func tell(_ news: News, at time: Date) {
        switch news {
        case .right:
            deviation?.set(0)
            log.notice("the machine's clock is right again", ["server_time": time.formatted(.iso8601)])
        case .off(let seconds, let isProvisional):
            deviation?.set(seconds.rounded())
            log.critical(
                "the machine's clock is not believed: it differs from the time that passed",
                [
                    "ahead_by_seconds": Int(seconds.rounded()), "server_time": time.formatted(.iso8601),
                    "kept": "the server goes on by its own time; nothing ends and nothing lasts longer",
                    "to_do": isProvisional
                        ? "if the machine's clock is wrong, set it: the server takes it up by itself; if it is right, it was "
                            + "ahead in an earlier run: run \"essentiald clock accept\" and start the server anew"
                        : "set the machine's clock right; if it is right now and was wrong before, run "
                            + "\"essentiald clock accept\" and start the server anew",
                ])
        }
    }
}
