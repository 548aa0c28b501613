import CoreModels
import FoundationEssentials
import SecurityMetricsService
import SecurityMetricsServiceAPI

/// An incident for programs.
struct IncidentItem: Encodable, Sendable {
    let number: Int
    let rule: String
    let severity: String?
    let network: String?
    let account: UserID?
    let begunAt: Date
    let crossedAt: Date
    let foundAt: Date
    let latestAt: Date
    let endedAt: Date?
    let closedAt: Date?
    let events: Int
    let accounts: Int
    let networks: Int
    /// Whether more than a minute passed until it was found.
    let late: Bool
    /// What was done by itself.
    let answer: String?

    init(_ row: IncidentRow) {
        number = row.number
        rule = row.rule
        severity = PatternRule.named(row.rule)?.severity.rawValue
        network = row.network
        account = row.account
        begunAt = row.begunAt
        crossedAt = row.crossedAt
        foundAt = row.foundAt
        latestAt = row.latestAt
        endedAt = row.endedAt
        closedAt = row.closedAt
        events = row.events
        accounts = row.targets
        networks = row.networks
        late = row.isLate
        answer = row.answer?.rawValue
    }
}
