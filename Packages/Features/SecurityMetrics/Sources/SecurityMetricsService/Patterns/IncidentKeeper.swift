import ConfigurationAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import Localization
import Locking
import MailAPI
import SQLStoreAPI
import SecurityMetricsServiceAPI
import TelemetryAPI

/// Keeps what is found in events, and tells it once.
struct IncidentKeeper: Sendable {
    /// How long a letter waits for another one, so that whoever gets them isn't flooded.
    static let letterPause: TimeInterval = 600

    private let watch: PatternWatch
    private let recorder: AuditRecorder
    private let address: AuditSettings.Address
    private let retention: Duration
    private let operators: [EmailAddress]
    private let answers: Set<IncidentAnswer>
    private let captcha: IncidentCaptcha
    private let asksCaptchas: Bool
    private let letters: GuessingLetters?
    private let mail: (any MailSending)?
    private let log: Logger
    private let now: @Sendable () -> Date

    init(
        _ dependencies: SecurityMetricsServicePlugin.Dependencies, _ watch: PatternWatch, _ recorder: AuditRecorder,
        _ captcha: IncidentCaptcha, _ log: Logger
    ) {
        self.watch = watch
        self.recorder = recorder
        address = dependencies.configuration[AuditSettings.address]
        retention = dependencies.configuration[AuditSettings.retention]
        operators = dependencies.configuration[IncidentSettings.operators].map(\.address)
        answers = Set(dependencies.configuration[IncidentSettings.answers])
        self.captcha = captcha
        asksCaptchas = dependencies.asksCaptchas
        letters = dependencies.mail.map { mail in
            GuessingLetters(
                mail: mail, accounts: dependencies.accounts, offered: dependencies.offered, ways: dependencies.ways)
        }
        mail = dependencies.mail
        now = dependencies.now
        self.log = log
    }

    var sweep: Sweep {
        Sweep("incidents", every: .seconds(10)) { db in
            let now = now()
            var changes = watch.changes(at: now)
            for index in changes.indices {
                changes[index].number = try keep(changes[index], at: now, in: db)
            }
            try IncidentRow.endQuiet(PatternRule.all, at: now, in: db)
            try IncidentRow.forget(endedBefore: now.addingTimeInterval(-(retention / .seconds(1))), in: db)
            try write(at: now, in: db)
            let reach = try IncidentRow.captcha(in: db)
            try db.afterCommit { [watch, captcha, changes] in
                watch.settle(changes)
                captcha.set(reach)
            }
        }
    }

    /// - Returns: The number of the incident.
    private func keep(_ change: PatternChange, at now: Date, in db: any SQLWriting) throws -> Int {
        let (number, row) = try IncidentRow.save(change, network: network(of: change.finding), at: now, in: db)
        guard let row else { return number }
        if let answer = change.finding.rule.answer, answers.contains(answer), try carryOut(answer, row, at: now, in: db)
        {
            try IncidentRow.mark(number, answeredBy: answer, in: db)
        }
        try recorder.record(AuditEvent(.incidentFound, of: row.account, because: "\(row.rule) \(row.number)"), in: db)
        try db.afterCommit { [log] in
            log.critical(
                "an incident was found: essentiald incidents show has the evidence",
                [
                    "incident": row.number, "rule": row.rule, "network": row.network, "user": row.account,
                    "events": row.events, "accounts": row.targets, "networks": row.networks,
                ])
        }
        return number
    }

    /// - Returns: Whether there was something to do.
    private func carryOut(
        _ answer: IncidentAnswer, _ row: IncidentRow, at now: Date, in db: any SQLWriting
    ) throws -> Bool {
        switch answer {
        // Without the network nothing tells of whom to want one.
        case .captcha: asksCaptchas && (row.network != nil || PatternRule.named(row.rule)?.subject == .server)
        case .letter: try letters?.tell(of: row, at: now, in: db) ?? false
        }
    }

    /// As much of it as is kept of a client's address.
    private func network(of finding: PatternFinding) -> String? {
        guard case .network(let network) = finding.subject, address != .none else { return nil }
        return "\(network)"
    }

    /// Writes one letter about all that is new, unless there was one just now.
    private func write(at now: Date, in db: any SQLWriting) throws {
        guard let mail, !operators.isEmpty else { return }
        let rows = try IncidentRow.untold(in: db)
        guard !rows.isEmpty else { return }
        if let latest = try IncidentRow.latestLetter(in: db), now.timeIntervalSince(latest) < Self.letterPause,
            now >= latest
        {
            return
        }
        for recipient in operators {
            try mail.enqueue(IncidentLetter.message(about: rows, to: recipient), in: db)
        }
        try IncidentRow.markTold(rows, at: now, in: db)
    }
}
