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

    /// After what time work that failed is tried again.
    static let pause = Duration.seconds(10)
    /// For how many seconds it is tried.
    static let patience: TimeInterval = 86_400

    func run() async throws {
        var alarm: Task<Void, Never>?
        defer { alarm?.cancel() }
        var calls = calls.makeAsyncIterator()
        // What a server left that ended comes first.
        repeat {
            alarm?.cancel()
            guard await workOff() else { continue }
            alarm = Task { [clock, call] in
                if (try? await clock.sleep(for: Self.pause)) != nil { call() }
            }
        } while await calls.next() != nil
    }

    /// Does all there is to do.
    ///
    /// - Returns: Whether anything failed.
    private func workOff() async -> Bool {
        let handlers = Dictionary(handlers().map { ($0.workKind.name, $0) }) { first, _ in first }
        var last: WorkTable.Row?, isLeft = false
        do {
            while let row = try await database.read({ [last] db in try WorkTable.next(after: last, in: db) }) {
                if await isFinished(row, by: handlers[row.kind]) {
                    try await database.write { db in try WorkTable.remove(row.id, in: db) }
                } else {
                    isLeft = true
                }
                last = row
            }
            return isLeft
        } catch {
            if !Task.isCancelled { log.error("deferred work can't be read", ["reason": "\(error)"]) }
            return true
        }
    }

    /// Whether there is nothing left to do of a piece of work.
    private func isFinished(_ row: WorkTable.Row, by handler: (any DeferredWorkHandling)?) async -> Bool {
        do {
            guard let handler else { throw NobodyDoesIt() }
            try await handler.perform(try await sealing.open(row))
            return true
        } catch {
            guard !Task.isCancelled else { return false }
            let isOver = now().timeIntervalSince(row.createdAt) >= Self.patience
            log.error(
                isOver ? "deferred work given up" : "deferred work failed", ["kind": row.kind, "reason": "\(error)"])
            return isOver
        }
    }

    /// The plugin that had the work noted is switched off.
    private struct NobodyDoesIt: Error {}
}
