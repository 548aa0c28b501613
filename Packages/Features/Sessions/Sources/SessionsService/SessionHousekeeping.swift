import CoreModels
import FoundationEssentials
import PluginKit
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// Ends the sessions that nobody came back to, and forgets those that ended
/// long ago, and events that devices had time to ask for.
struct SessionHousekeeping: PluginService {
    /// For how long it can be seen that a session was ended, and why.
    static let retention = Duration.seconds(30 * 86_400)

    let directory: SessionDirectory
    /// For how long devices can ask for what they missed.
    let eventRetention: Duration
    let interval: Duration
    let clock: any Clock<Duration>

    /// How many sessions aren't over, counted when somebody looks: commands of operators
    /// and other servers begin and end some as well.
    static func count(in database: any SQLDatabase, for metrics: any MetricsRegistry) throws -> MetricSource {
        let gauge = try metrics.gauge("essentiald_sessions_active", help: "Sessions that are not over.", labels: [])
        return MetricSource {
            let count = try? await database.read(.recent) { db in
                try db.value("SELECT count(*) FROM sessions WHERE ended_at IS NULL", as: Int.self)
            }
            if let count { gauge.set(Double(count)) }
        }
    }

    func run() async throws {
        while !Task.isCancelled {
            do {
                try await sweep()
            } catch {
                // A full disk now is no reason to stop the server; the next
                // round tries again.
                directory.logger.failure("could not clean up sessions", ["reason": "\(SessionsError(error))"])
            }
            try? await clock.sleep(for: interval)
        }
    }

    func sweep() async throws {
        let now = directory.now()
        let oldestStart = now.addingTimeInterval(-Double(directory.policy.absolute.components.seconds))
        let oldestUse = now.addingTimeInterval(-Double(directory.policy.idle.components.seconds))
        let oldestEnd = now.addingTimeInterval(-Double(Self.retention.components.seconds))
        let oldestEvent = now.addingTimeInterval(-Double(eventRetention.components.seconds))
        let ended = try await directory.database.write { db in
            try ClosedTokens.insert(endedUntil: oldestEnd, at: now, in: db)
            try db.run("DELETE FROM sessions WHERE ended_at <= \(oldestEnd)")
            try SecurityEventRow.forget(until: oldestEvent, in: db)
            try ClosedTokens.forget(until: oldestStart, in: db)
            return try directory.end(
                where: "started_at <= \(oldestStart) OR last_seen_at <= \(oldestUse)", because: .expired, in: db)
        }
        await directory.announceEnd(ended, because: .expired)
    }
}
