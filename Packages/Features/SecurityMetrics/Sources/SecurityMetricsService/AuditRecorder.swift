import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import Locking
import LoginServiceAPI
import SQLStoreAPI
import SecurityMetricsServiceAPI
import TelemetryAPI

/// Writes events into the trail: in the transaction of what they tell, or one of their own for
/// what changed nothing else.
final class AuditRecorder: AuditRecording {
    /// How many events wait for a database that can't be written.
    private static let capacity = 1_000

    private let database: any SQLDatabase
    private let address: AuditSettings.Address
    private let names: AuditNames
    private let watch: PatternWatch
    private let log: Logger
    private let now: @Sendable () -> Date
    /// What couldn't be written yet, the oldest first.
    private let waiting = Locked<[Line]>([])

    private struct Line: Sendable {
        let text: String
        let event: AuditEvent
        let date: Date
        var account: UserID? { event.account }

        func insert(in db: any SQLWriting) throws {
            try WaitingEvent.insert(text, of: account, in: db)
        }
    }

    init(
        database: any SQLDatabase, address: AuditSettings.Address, names: AuditNames, watch: PatternWatch, log: Logger,
        now: @escaping @Sendable () -> Date
    ) {
        self.database = database
        self.address = address
        self.names = names
        self.watch = watch
        self.log = log
        self.now = now
    }

    func record(_ event: AuditEvent, in transaction: any SQLWriting) throws {
        let line = line(of: event, by: try event.actor.map { try names.name(of: $0, in: transaction) })
        try line.insert(in: transaction)
        guard watch.concerns(event.kind) else { return }
        try transaction.afterCommit { [watch] in watch.see(line.event, at: line.date) }
    }

    /// Writes an event that stands alone, and those that couldn't be written before.
    ///
    /// It is on disk soon, with the next transaction that waits for the disk. Whoever caused it
    /// isn't refused for a database that fails: the event waits in memory and the log tells.
    ///
    /// - Parameter target: What stands for an address that has no account; nil for none.
    func record(_ event: AuditEvent, about target: Int? = nil) async {
        let line = line(of: event)
        watch.see(line.event, about: target, at: line.date)
        let lines = waiting.withLock { lines in
            defer { lines = [] }
            return lines + [line]
        }
        do {
            try await database.write(.soon) { db in
                for line in lines { try line.insert(in: db) }
            }
        } catch {
            let lost = waiting.withLock { others in
                others = lines + others
                let surplus = max(0, others.count - Self.capacity)
                others.removeFirst(surplus)
                return surplus
            }
            log.failure("could not write the audit trail", ["reason": "\(error)", "waiting": lines.count])
            if lost > 0 { log.critical("events of the audit trail are lost", ["count": lost]) }
        }
    }

    private func line(of event: AuditEvent, by actor: String? = nil) -> Line {
        let event = event.completed(by: .current), now = now()
        return Line(
            text: AuditRecord.write(event, from: event.address.flatMap(address.text), by: actor, at: now), event: event,
            date: now)
    }
}

extension AuditEvent {
    /// The event with where and by which program it was asked for, unless it says so itself.
    fileprivate func completed(by origin: RequestOrigin?) -> AuditEvent {
        guard let origin, address == nil, program == nil else { return self }
        return AuditEvent(
            kind, of: account, session: session, from: IPAddress(origin.address), with: origin.agent,
            outcome: outcome, because: cause, by: actor)
    }
}
