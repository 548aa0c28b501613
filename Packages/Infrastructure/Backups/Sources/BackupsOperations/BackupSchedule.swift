import ConfigurationAPI
import ConsoleAPI
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import Localization
import Locking
import OperatingAPI
import PluginKit
import TelemetryAPI

/// Makes backups while the server runs, as often as its operator wants, and removes the oldest.
///
/// When the next one is due follows from the latest that is there, whoever made it, so that a server that starts anew
/// neither leaves one out nor makes one too many; and from the time that has passed since this process made one, so
/// that a clock that is set back puts none off. Hours of a day, which change with the place and the season, don't
/// matter.
final class BackupSchedule: PluginService {
    /// What it does and how often.
    struct Plan: Sendable {
        let folder: String
        let interval: Duration
        /// How many stay; nil for all.
        let keep: Int?
        /// Whether each is restored and signed in to.
        let proves: Bool
        let recipients: [FileRecipient]
    }

    private struct State {
        /// When this process made the last one, by a clock that nobody sets.
        var lastMade: Duration?
        /// Whether what comes after a backup was done: a process before may have been killed in between.
        var isSettled = false
        /// Whether the server stops, so that nobody has to be told of a failure.
        var isStopped = false
        /// Why there is none of the last that was due.
        var failure: LocalizedText?
    }

    /// A server that ends again and again at its start doesn't copy each time.
    private static let firstWait = Duration.seconds(60)
    /// How often it looks: the clock may be set, and somebody else make a backup.
    private static let longestWait = Duration.seconds(600)
    /// What was in the way may have gone by then.
    private static let retry = Duration.seconds(900)

    private let plan: Plan
    private let access: any ServerDataAccess
    /// The server, which knows which backups are its own.
    private let server: @Sendable () async throws -> BackupServer
    private let pieces: FilePieces
    private let log: Logger
    private let failures: (any Counter)?
    private let latest: (any Gauge)?
    /// The server's time, which backups bear.
    private let now: @Sendable () -> Date
    private let clock: any Clock<Duration>
    /// Time that passes, whatever the date is.
    private let elapsed: @Sendable () -> Duration
    private let state = Locked(State())

    init(
        _ plan: Plan, access: any ServerDataAccess, server: @escaping @Sendable () async throws -> BackupServer,
        pieces: FilePieces, log: Logger, metrics: (any MetricsRegistry)? = nil, now: @escaping @Sendable () -> Date,
        clock: any Clock<Duration>
    ) throws {
        self.plan = plan
        self.access = access
        self.server = server
        self.pieces = pieces
        self.log = log
        self.now = now
        self.clock = clock
        elapsed = Self.stopwatch(clock)
        failures = try metrics?.counter(
            "essentiald_backup_failures_total", help: "Backups that were due and were not made.", labels: [])
        latest = try metrics?.gauge(
            "essentiald_backup_latest_timestamp_seconds",
            help: "When the latest backup was made that this server made, in seconds since 1970; 0 for none yet.",
            labels: [])
    }

    private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }

    private var place: BackupPlace { BackupPlace(path: BackupCommands.withoutSlash(plan.folder)) }

    func run() async throws {
        var wait = min(Self.firstWait, plan.interval / 10)
        while !Task.isCancelled {
            do { try await clock.sleep(for: wait, tolerance: nil) } catch { return }
            let due = await timeUntilDue()
            guard due <= .zero else {
                // There is one by now, and what was in the way may be gone; or one before was killed in between.
                if !state.current.isSettled || state.current.failure != nil { await settle() }
                wait = min(due, Self.longestWait)
                continue
            }
            guard let isMade = await madeUnlessStopped() else { return }
            wait = isMade ? .zero : min(Self.retry, plan.interval)
        }
    }

    /// Makes one; a server that stops doesn't wait for it, and what is half done is like after a kill.
    ///
    /// - Returns: Whether there is one; nil if the server stops.
    private func madeUnlessStopped() async -> Bool? {
        let (results, continuation) = AsyncStream.makeStream(of: Bool.self)
        Task {
            continuation.yield(await make())
            continuation.finish()
        }
        var iterator = results.makeAsyncIterator()
        guard let isMade = await iterator.next() else {
            state.withLock { $0.isStopped = true }
            return nil
        }
        return isMade
    }

    /// What who asks for the server's readiness is told.
    var health: HealthCheck.Result { state.current.failure.map { .impaired(BackupTexts.failed($0)) } ?? .healthy }

    // MARK: When

    /// How long until the next one is due; zero or less if it is.
    func timeUntilDue() async -> Duration {
        // Dates may be another clock's: after the first one, what counts is how long ago that was.
        if let last = state.current.lastMade { return plan.interval - (elapsed() - last) }
        // A folder or a key that can't be read is told by the attempt.
        guard let date = try? await series().latestDate else { return .zero }
        return plan.interval - .seconds(max(0, now().timeIntervalSince(date)))
    }

    private func series() async throws -> BackupSeries {
        let place = place, pieces = pieces, server = try await server()
        return try await onDisk { try BackupSeries(of: place, pieces, seenBy: server, at: server.now) }
    }

    // MARK: What

    /// Makes one, and does what comes after.
    ///
    /// - Returns: Whether there is one.
    private func make() async -> Bool {
        log.info("backup begins")
        do throws(CommandFailure) {
            let made = Locked<Backup?>(nil)
            _ = try await access.withData([]) { [self] data in
                try await BackupFailures.told {
                    // Where no operator has made one, the disk may not be there: its folder is on another one then.
                    do { _ = try place.names() } catch BackupError.noBackups(let path) {
                        throw BackupError.placeNotReady(path)
                    }
                    let work = BackupWork(access: access, place: place, recipients: plan.recipients, now: now)
                    let backup = try await work.make(of: data, SilentProgress())
                    made.withLock { $0 = backup }
                    state.withLock { state in
                        state.lastMade = elapsed()
                        state.isSettled = false
                    }
                    return CommandOutput(json: [String: String](), text: [])
                }
            }
            if let backup = made.current {
                log.notice("backup made", ["backup": backup.name, "bytes": backup.description.bytes])
                latest?.set(backup.description.createdAt.timeIntervalSince1970)
            }
        } catch {
            fail(error)
            // The disk of the backups may be full.
            try? await prune()
            return false
        }
        await settle()
        return true
    }

    private func fail(_ error: CommandFailure) {
        guard !state.current.isStopped else { return }
        failures?.increment()
        log.error("backup failed", ["code": error.code, "reason": error.message.english])
        state.withLock { $0.failure = error.message }
    }

    /// Proves the latest, and removes what is too many.
    private func settle() async {
        do throws(CommandFailure) {
            var unproved: CommandFailure?
            if plan.proves {
                do throws(CommandFailure) { try await prove() } catch { unproved = error }
            }
            // Also then: the disk of the backups may be full, and the last that was proved stays.
            try await prune()
            if let unproved { throw unproved }
            state.withLock { state in
                state.failure = nil
                state.isSettled = true
            }
        } catch {
            fail(error)
        }
    }

    private func prove() async throws(CommandFailure) {
        if let name = try await BackupFailures.told({ try await series().unproved }) { try await prove(name) }
    }

    private func prove(_ name: String) async throws(CommandFailure) {
        let reader = BackupReader(place: place, name: name, pieces: pieces)
        _ = try await access.withData([]) { [self] data in
            try await BackupFailures.told {
                let proved = try await place.locked(isWriting: false) {
                    try await BackupProver(reader: reader, access: access, data: data, now: now).prove(SilentProgress())
                }
                if let unnoted = proved.unnoted { throw CommandFailure(code: "file", message: unnoted) }
                return CommandOutput(json: [String: String](), text: [])
            }
        }
        log.notice("backup proved", ["backup": name])
    }

    private func prune() async throws(CommandFailure) {
        guard let keep = plan.keep else { return }
        let place = place, pieces = pieces, now = now()
        let pruned = try await BackupFailures.told {
            let server = try await server()
            return try await place.locked(isWriting: true) {
                try await onDisk {
                    try BackupPruner(place: place, pieces: pieces, server: server, now: now).keep(keep)
                }
            }
        }
        if !pruned.names.isEmpty { log.info("backups removed", ["count": pruned.names.count]) }
    }
}

/// Nobody looks on.
private struct SilentProgress: ProgressReporting {
    func update(completed: Int64, total: Int64?) {}
    func finish() {}
}
