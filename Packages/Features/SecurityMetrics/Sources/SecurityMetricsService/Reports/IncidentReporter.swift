import ConfigurationAPI
import CoreModels
import FoundationEssentials
import MailAPI
import PluginKit
import SQLStoreAPI
import TelemetryAPI

/// Writes operators a report of each day or week that is over.
///
/// Who is new begins with the one that is under way. After an outage only the latest is written.
struct IncidentReporter: PluginService {
    /// How long after the end of a period its last events have their places and marks.
    static let patience: TimeInterval = 900
    private static let interval = Duration.seconds(300)

    private let cadence: ReportCadence
    private let operators: [EmailAddress]
    private let mail: (any MailSending)?
    private let database: any SQLDatabase
    private let log: Logger
    private let now: @Sendable () -> Date
    private let isTimeDisputed: @Sendable () -> Bool
    private let clock: any Clock<Duration>

    init(_ dependencies: SecurityMetricsServicePlugin.Dependencies, _ log: Logger) {
        cadence = dependencies.configuration[IncidentSettings.report]
        operators = dependencies.configuration[IncidentSettings.operators].map(\.address)
        mail = dependencies.mail
        database = dependencies.database
        now = dependencies.now
        isTimeDisputed = dependencies.isTimeDisputed
        clock = dependencies.clock
        self.log = log
    }

    func run() async throws {
        guard let mail, !operators.isEmpty, cadence != .off else { return }
        var obstacle: String?
        while !Task.isCancelled {
            do {
                try await write(by: mail)
                obstacle = nil
            } catch {
                // What lasts is told once for each reason.
                let reason = "\(error)"
                if !Task.isCancelled, reason != obstacle {
                    log.warning("the report can't be written yet", ["reason": reason])
                }
                obstacle = reason
            }
            try? await clock.sleep(for: Self.interval)
        }
    }

    private func write(by mail: any MailSending) async throws {
        let now = now()
        guard !isTimeDisputed(),
            let period = cadence.latestPeriod(before: now.addingTimeInterval(-Self.patience)),
            // Counting takes a while, for which nobody who writes should wait.
            let report = try await database.read({ db in
                if try ReportTable.isWritten(period, cadence, in: db) { return nil as IncidentReport? }
                guard try EventMarks.reach(period.end, in: db) else { throw Uncounted() }
                return try IncidentReport(period, in: db)
            })
        else { return }
        try await database.write { db in
            guard try ReportTable.claim(period, cadence, at: now, in: db) else { return }
            for recipient in operators { try mail.enqueue(ReportLetter.message(report, to: recipient), in: db) }
        }
    }

    /// A report that counts too little would call a time quiet that wasn't.
    private struct Uncounted: Error, CustomStringConvertible {
        let description = "some events of before its end have no place in the trail yet, or aren't counted"
    }
}
