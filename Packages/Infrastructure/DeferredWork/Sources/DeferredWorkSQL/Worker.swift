import DeferredWorkAPI
import FoundationEssentials
import PluginKit
import SQLStoreAPI
import TelemetryAPI

/// Does the work that was noted, one piece after another.
///
/// What is under way when the server stops is done at its next start.
struct Worker: PluginService {
    let database: any SQLDatabase
    let sealing: WorkSealing
    let handlers: @Sendable () -> [any DeferredWorkHandling]
    /// Come when there is work.
    let calls: AsyncStream<Void>
    /// Makes another call come.
    let call: @Sendable () -> Void
    let log: Logger
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date

    /// For how many seconds work that fails is tried.
    static let patience: TimeInterval = 86_400

    func run() async throws {
        var postponed = Postponements()
        var alarm: Task<Void, Never>?
        defer { alarm?.cancel() }
        var calls = calls.makeAsyncIterator()
        // What a server left that ended comes first.
        repeat {
            alarm?.cancel()
            guard let pause = await workOff(&postponed) else { continue }
            alarm = Task { [clock, call] in
                if (try? await clock.sleep(for: .seconds(pause))) != nil { call() }
            }
        } while await calls.next() != nil
    }

    /// Does all there is to do now.
    ///
    /// - Returns: In how many seconds there is more; nil if nothing failed.
    private func workOff(_ postponed: inout Postponements) async -> TimeInterval? {
        let handlers = Dictionary(handlers().map { ($0.workKind.name, $0) }) { first, _ in first }
        var last: WorkTable.Row?
        do {
            while let row = try await database.read({ [last] db in try WorkTable.next(after: last, in: db) }) {
                last = row
                if postponed.holdsBack(row.id, at: now()) { continue }
                guard await isFinished(row, by: handlers[row.kind], &postponed) else { continue }
                try await database.write { db in try WorkTable.remove(row.id, in: db) }
                postponed.remove(row.id)
            }
            return postponed.rest(at: now())
        } catch {
            log.failure("deferred work can't be read", ["reason": "\(error)"])
            return Postponements.first
        }
    }

    /// Whether there is nothing left to do of a piece of work.
    private func isFinished(
        _ row: WorkTable.Row, by handler: (any DeferredWorkHandling)?, _ postponed: inout Postponements
    ) async -> Bool {
        do {
            guard let handler else { throw NobodyDoesIt() }
            try await handler.perform(try await sealing.open(row))
            return true
        } catch {
            guard !Task.isCancelled else { return false }
            let now = now()
            let isOver = now.timeIntervalSince(row.createdAt) >= Self.patience
            // What fails for a day is told twice, not each time.
            let isFirst = postponed.add(row.id, at: now)
            if isOver || isFirst {
                log.error(
                    isOver ? "deferred work given up" : "deferred work failed",
                    ["kind": row.kind, "reason": "\(error)"])
            }
            return isOver
        }
    }

    /// The plugin that had the work noted is switched off.
    private struct NobodyDoesIt: Error, CustomStringConvertible {
        var description: String { "the plugin that does it is switched off" }
    }
}
