import ConfigurationAPI
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import Localization
import Locking
import PluginKit
import SQLStoreAPI
import SecurityMetricsContract
import ServerKeysAPI
import TelemetryAPI

/// Gives events their places every ten seconds, signs the head and removes what is old.
final class AuditKeeper: PluginService {
    /// Why events aren't signed, or not all of them.
    private enum Trouble: Hashable {
        case changed, unreadable, failing

        var text: LocalizedText {
            switch self {
            case .changed:
                LocalizedText(
                    en: "The audit trail was changed by somebody else, and no event is signed any more.",
                    es: "Alguien ha cambiado el registro de auditoría y ya no se firma ningún suceso.")
            case .unreadable:
                LocalizedText(
                    en: "Somebody else has written into the audit trail what can't be read and isn't signed.",
                    es: "Alguien ha escrito en el registro de auditoría algo que no se puede leer y no se firma.")
            case .failing:
                LocalizedText(
                    en: "The audit trail's events can't be signed.",
                    es: "No se pueden firmar los sucesos del registro de auditoría.")
            }
        }

        /// What the log says, for whoever runs the server.
        var message: StaticString {
            switch self {
            case .changed: "the audit trail was changed: what was kept of it isn't what was signed"
            case .unreadable: "the audit trail was changed: rows that wait can't be read, and aren't signed"
            case .failing: "the audit trail's events can't be signed"
            }
        }
    }

    private struct State {
        var trail: AuditTrail?
        /// Whether looking through the whole trail found something: nothing is signed after that.
        var isAltered = false
        /// Told once, until it ends or another comes.
        var trouble: Trouble?
        /// The tree as it was on disk last, so that a trail that is cut or written anew while
        /// the server runs is found by it.
        var seen: MerkleFrontier?
        /// Before which place events were old, and since when that is known.
        var due: (place: Int, since: Date)?
        /// Since when each of its works fails, and which of them was told of: one try that fails is made good by
        /// the next.
        var failures: [Work: (since: Date, isTold: Bool)] = [:]

        /// What is wrong.
        var told: Trouble? { trouble ?? (failures.values.contains { $0.isTold } ? .failing : nil) }
    }

    private enum Work { case sealing, removing }

    /// A transaction may run twice; a further try comes later than that.
    private static let nextTry: TimeInterval = 5

    private let database: any SQLDatabase
    private let serverKeys: any ServerKeyProviding
    private let cryptography: Cryptography
    private let retention: Duration
    private let log: Logger
    private let now: @Sendable () -> Date
    private let isTimeDisputed: @Sendable () -> Bool
    private let state = Locked(State())
    private let watch = AuditWatch()
    private let nodes: NodeTable
    private let display: HeadDisplay

    init(
        _ dependencies: SecurityMetricsServicePlugin.Dependencies, _ nodes: NodeTable, _ display: HeadDisplay,
        _ log: Logger
    ) {
        (self.nodes, self.display) = (nodes, display)
        database = dependencies.database
        serverKeys = dependencies.serverKeys
        cryptography = dependencies.cryptography
        retention = dependencies.configuration[AuditSettings.retention]
        self.log = log
        now = dependencies.now
        isTimeDisputed = dependencies.isTimeDisputed
    }

    func start() async throws {
        let trail = AuditTrail(try await HeadSigner(serverKeys, cryptography), cryptography)
        state.withLock { $0.trail = trail }
        // Whoever comes right after the start is shown what was signed before it.
        if let shown = try? await database.read({ db in try trail.head(in: db) }) { try? await display.settle(shown) }
    }

    /// Whether the trail could be gone on with, and no event waits for long.
    func health() async -> HealthCheck.Result {
        if let trouble = state.withLock({ $0.told }) { return .impaired(trouble.text) }
        let latest = now().addingTimeInterval(-AuditReport.patience)
        let late = try? await database.read { db in try WaitingEvent.count(olderThan: latest, in: db).older }
        return late == 0 ? .healthy : .impaired(Trouble.failing.text)
    }

    var sealing: Sweep {
        Sweep("audit", every: .seconds(10)) { [self] db in
            try keep(.sealing) { trail in
                guard !state.withLock({ $0.isAltered }) else { throw AuditTrail.Obstacle.changed }
                let (tree, _, unreadable) = try trail.seal(at: now(), after: state.withLock { $0.seen }, in: db)
                try db.afterCommit { [self] in
                    state.withLock { state in
                        state.seen = tree
                        if unreadable == 0 { state.trouble = nil }
                    }
                    if unreadable > 0 { tell(.unreadable) }
                }
            }
        }
    }

    /// Looks through what was signed before.
    var watching: Sweep {
        Sweep("audit-watch", every: .seconds(10)) { [self] db in
            guard let trail = state.withLock({ $0.trail }), !state.withLock({ $0.isAltered }),
                let finding = try trail.look(watch, at: now(), in: db)
            else { return }
            try db.afterCommit { [state, log] in
                state.withLock { ($0.isAltered, $0.trouble) = (true, .changed) }
                log.critical(
                    "the audit trail was changed: an event or a head isn't as it was signed",
                    ["finding": finding.code, "number": finding.number])
            }
        }
    }

    /// Adds what proofs are made of, and has the latest head shown.
    var showing: Sweep {
        Sweep("audit-nodes", every: .seconds(10)) { [self] db in
            // Sealing tells what is wrong with a head.
            guard let trail = state.withLock({ $0.trail }), !state.withLock({ $0.isAltered }),
                let shown = try? trail.head(in: db)
            else { return }
            try nodes.extend(to: shown.head.size, in: db)
            try db.afterCommit { [display] in display.offer(shown) }
        }
    }

    /// After how long events that were found old are removed.
    private static let delay: TimeInterval = 3_600

    /// Removes the bytes of events that are old.
    ///
    /// What is removed doesn't come back. So a clock that is wrong for less than an hour removes
    /// nothing, nor does one that the machine's clock disagrees with.
    var removing: Sweep {
        Sweep("audit-retention", every: .seconds(60)) { [self] db in
            guard !isTimeDisputed() else { return state.withLock { $0.due = nil } }
            try keep(.removing) { trail in
                guard !state.withLock({ $0.isAltered }) else { return }
                let now = now(), due = state.withLock { $0.due }
                if let due, now >= due.since, now < due.since + Self.delay { return }
                if let due, now >= due.since, try !trail.removeEvents(before: due.place, at: now, in: db) { return }
                let old = try trail.end(ofEventsUntil: now.addingTimeInterval(-(retention / .seconds(1))), in: db)
                try db.afterCommit { [state] in state.withLock { $0.due = (old, now) } }
            }
        }
    }

    private func keep(_ work: Work, _ body: (AuditTrail) throws -> Void) throws {
        guard let trail = state.withLock({ $0.trail }) else { return }
        do {
            try body(trail)
            state.withLock { $0.failures[work] = nil }
        } catch AuditTrail.Obstacle.changed {
            tell(.changed)
        } catch {
            let now = now()
            let isNews = state.withLock { state in
                let since = state.failures[work]?.since ?? now, wasTold = state.failures[work]?.isTold ?? false
                let isTold = wasTold || now.timeIntervalSince(since) >= Self.nextTry
                state.failures[work] = (since, isTold)
                return isTold && !wasTold
            }
            if isNews { log.critical(Trouble.failing.message) }
            throw error
        }
    }

    private func tell(_ trouble: Trouble) {
        let isTold = state.withLock { state in
            defer { state.trouble = trouble }
            return state.trouble == trouble
        }
        if !isTold { log.critical(trouble.message) }
    }
}
