import ConfigurationAPI
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import Localization
import Locking
import PluginKit
import SQLStoreAPI
import ServerKeysAPI
import TelemetryAPI

/// Gives events their places every ten seconds, signs the head and removes what is old.
final class AuditKeeper: PluginService {
    private struct State {
        var trail: AuditTrail?
        var isChanged = false
        /// The tree as it was on disk last, so that a trail that is cut or written anew while
        /// the server runs is found by it.
        var seen: MerkleFrontier?
        /// Before which place events were old an hour ago.
        var due = 0
    }

    private let serverKeys: any ServerKeyProviding
    private let cryptography: Cryptography
    private let retention: Duration
    private let log: Logger
    private let now: @Sendable () -> Date
    private let state = Locked(State())

    init(_ dependencies: SecurityMetricsServicePlugin.Dependencies, _ log: Logger) {
        serverKeys = dependencies.serverKeys
        cryptography = dependencies.cryptography
        retention = dependencies.configuration[AuditSettings.retention]
        self.log = log
        now = dependencies.now
    }

    func start() async throws {
        let trail = AuditTrail(try await HeadSigner(serverKeys, cryptography), cryptography)
        state.withLock { $0.trail = trail }
    }

    /// Whether the trail could be gone on with.
    var health: HealthCheck.Result {
        guard state.withLock({ $0.isChanged }) else { return .healthy }
        return .impaired(
            LocalizedText(
                en: "The audit trail was changed by somebody else, and no event is signed any more.",
                es: "Alguien ha cambiado el registro de auditoría y ya no se firma ningún suceso."))
    }

    var sealing: Sweep {
        Sweep("audit", every: .seconds(10)) { [self] db in
            try keep { trail in
                let tree = try trail.seal(at: now(), after: state.withLock { $0.seen }, in: db).tree
                try db.afterCommit { [state] in
                    state.withLock { state in (state.seen, state.isChanged) = (tree, false) }
                }
            }
        }
    }

    /// What is removed doesn't come back, so that a clock that is wrong for less than an hour
    /// removes nothing.
    var removing: Sweep {
        Sweep("audit-retention", every: .seconds(3_600)) { [self] db in
            try keep { trail in
                let now = now(), before = state.withLock { $0.due }
                let due = try trail.end(
                    ofEventsUntil: now.addingTimeInterval(-(retention / .seconds(1))), in: db)
                try trail.removeEvents(before: min(due, before), at: now, in: db)
                try db.afterCommit { [state] in state.withLock { $0.due = due } }
            }
        }
    }

    private func keep(_ body: (AuditTrail) throws -> Void) throws {
        guard let trail = state.withLock({ $0.trail }) else { return }
        do {
            try body(trail)
        } catch AuditTrail.Obstacle.changed {
            let isTold = state.withLock { state in
                defer { state.isChanged = true }
                return state.isChanged
            }
            guard !isTold else { return }
            log.critical("the audit trail was changed: what was kept of it isn't what was signed")
        }
    }
}
