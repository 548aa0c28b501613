import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import Locking
import LoginServiceAPI
import OperatingAPI
import SQLStoreAPI
import SecurityMetricsServiceAPI
import SessionsServiceAPI
import TelemetryAPI

/// Writes what happens to accounts.
struct AuditedAccounts: AccountObserving {
    let recorder: AuditRecorder
    let names: AuditNames
    let watch: PatternWatch

    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        let written: AuditEvent? =
            switch event {
            case .created(let user, _): AuditEvent(.registered, of: user.id)
            case .verified(let user, _): AuditEvent(.addressProved, of: user.id)
            case .passwordReplaced(let user, let session):
                AuditEvent(
                    .passwordReplaced, of: user.id, session: session,
                    because: session == nil ? "mailed_proof" : "present_password")
            case .addressReplaced(let user): AuditEvent(.addressReplaced, of: user.id)
            case .returned(let user, _): AuditEvent(.accountReturned, of: user.id)
            // Who recovers it writes that, and each way that goes is an event of sessions.
            case .recovered: nil
            case .deletionBegun(let user): AuditEvent(.deletionBegun, of: user.id)
            case .deleted(let user): AuditEvent(.deleted, of: user.id)
            }
        if let written { try recorder.record(written, in: transaction) }
        if case .deleted(let user) = event {
            try names.forget(user.id, in: transaction)
            try IncidentRow.forget(user.id, in: transaction)
            // What is followed of it would be written anew.
            try transaction.afterCommit { [watch] in watch.forget(user.id) }
        }
    }
}

/// Writes what happens to sessions, and what devices are told.
struct AuditedSessions: SessionObserving {
    let recorder: AuditRecorder
    let now: @Sendable () -> Date
    private let refusals = ToldRefusals()

    init(recorder: AuditRecorder, now: @escaping @Sendable () -> Date) {
        self.recorder = recorder
        self.now = now
    }

    func record(_ event: SessionEvent, in transaction: any SQLWriting) throws {
        switch event {
        case .began(let id, let user, let client):
            try recorder.record(
                AuditEvent(.loginAccepted, of: user, session: id, from: client.address, with: client.userAgent),
                in: transaction)
        case .ended(let ids, let user, let reason):
            for id in ids {
                try recorder.record(
                    AuditEvent(.sessionEnded, of: user, session: id, because: reason.rawValue), in: transaction)
            }
        case .reused(let id, let user):
            try recorder.record(AuditEvent(.tokenReused, of: user, session: id, outcome: .refused), in: transaction)
        case .refreshRefused(let id, let user, let refusal):
            let now = now()
            guard !refusals.contain(id, at: now) else { return }
            try transaction.afterCommit { [refusals] in refusals.note(id, at: now) }
            try recorder.record(
                AuditEvent(
                    refusal == .expired ? .tokenExpired : .refreshRefused, of: user, session: id, outcome: .refused,
                    because: refusal.rawValue), in: transaction)
        case .cleared: break
        }
    }

    func record(_ event: SecurityEvent, of user: UserID, in transaction: any SQLWriting) throws {
        switch event {
        case .suspiciousAccess(let id, let reasons):
            let cause = reasons.map(\.rawValue).joined(separator: " ")
            try recorder.record(
                AuditEvent(.accessSuspicious, of: user, session: id, because: cause), in: transaction)
        case .wayInChanged(.account, _):
            try recorder.record(AuditEvent(.deletionTakenBack, of: user), in: transaction)
        case .wayInChanged(let way, let change):
            let kind: AuditKind =
                switch change {
                case .lost: .wayInLost
                case .copied: .wayInCopied
                default: .wayInChanged
                }
            try recorder.record(AuditEvent(kind, of: user, because: "\(way.word) \(change.rawValue)"), in: transaction)
        // What happens to sessions and accounts is written above.
        case .sessionEnded, .emailVerified, .passwordChanged: break
        }
    }
}

/// Of which sessions refused tokens were told lately: whoever sends one over and over writes one
/// event an hour.
private final class ToldRefusals: Sendable {
    private static let pause: TimeInterval = 3_600
    /// Of how many sessions it is known.
    private static let capacity = 10_000

    private let times = Locked<[SessionID: Date]>([:])

    func contain(_ session: SessionID, at now: Date) -> Bool {
        times.current[session].map { abs(now.timeIntervalSince($0)) < Self.pause } ?? false
    }

    func note(_ session: SessionID, at now: Date) {
        times.withLock { times in
            if times.count >= Self.capacity {
                times = times.filter { abs(now.timeIntervalSince($0.value)) < Self.pause }
            }
            if times.count >= Self.capacity {
                // The longest ago, so that who has many sessions that are over is told of seldom, too.
                let middle = times.values.sorted()[times.count / 2]
                times = times.filter { $0.value > middle }
            }
            times[session] = now
        }
    }
}

/// Writes logins that came to nothing.
struct AuditedLogins: LoginObserving {
    let recorder: AuditRecorder
    let accounts: any AccountReading
    let log: Logger

    func observe(_ event: LoginEvent) async {
        let account: UserID?, target: Int?
        switch event.claim {
        case .account(let id): (account, target) = (id, nil)
        case .address(let email): (account, target) = (await identifier(of: email), email.canonical.hashValue)
        }
        await recorder.record(
            AuditEvent(
                event.isLocked ? .loginLocked : .loginRefused, of: account, session: event.session,
                from: event.client.address, with: event.client.userAgent, outcome: .refused, because: event.cause),
            about: target)
    }

    /// Takes as long for an address without an account (D2).
    private func identifier(of email: EmailAddress) async -> UserID? {
        do {
            return try await accounts.identifier(email: email)
        } catch {
            log.failure("could not tell whose login was refused", ["reason": "\(error)"])
            return nil
        }
    }
}

extension OperatorActFollowing {
    /// Writes what operators do by commands.
    static let audit = OperatorActFollowing(AuditMigrations.all) { act, user, now, db in
        let kind: AuditKind =
            switch act {
            case .endedAccess(.suspended): .operatorSuspended
            case .endedAccess(.accountClosed): .operatorDeleted
            case .endedAccess: .operatorLoggedOut
            case .tookAddressAsProved: .operatorVerified
            case .released: .operatorReleased
            }
        try WaitingEvent.insert(AuditRecord.write(AuditEvent(kind), from: nil, at: now), of: user, in: db)
        return 0
    }
}

extension OperatorDeedRecording {
    /// Writes what else operators do by commands.
    static let audit = OperatorDeedRecording(AuditMigrations.all) { deed, account, detail, now, db in
        let event = AuditEvent(AuditKind(deed), because: detail)
        try WaitingEvent.insert(AuditRecord.write(event, from: nil, at: now), of: account, in: db)
    }
}

extension ChangedWay {
    fileprivate var word: String {
        switch self {
        case .secondFactor: "second_factor"
        case .recoveryCodes: "recovery_codes"
        case .passkey: "passkey"
        case .address: "address"
        case .account: "account"
        case .provider(let title): "provider \(title)"
        }
    }
}
