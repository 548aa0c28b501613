public import CoreModels
public import FoundationEssentials
public import Localization

/// What was found in events.
public struct ShownIncident: Hashable, Sendable {
    /// How it stands.
    public enum State: Hashable, Sendable {
        /// It goes on.
        case running
        /// Nothing of it has come for a while.
        case over
        /// Somebody looked at it.
        case closed(Date)
    }

    /// Its number.
    public let number: Int
    /// What it looks like.
    public let title: LocalizedText
    /// What can be done; nil for a rule that isn't there any more.
    public let advice: LocalizedText?
    /// How much it matters; nil for a rule that isn't there any more.
    public let severity: EventSeverity?
    /// How it stands.
    public let state: State
    /// From which network; nil where it isn't about one.
    public let network: String?
    /// About whose account; nil where it isn't about one, or not any more.
    public let account: UserID?
    /// When the first event was that counted.
    public let begunAt: Date
    /// When there were enough.
    public let crossedAt: Date
    /// When it was found.
    public let foundAt: Date
    /// When the last event was.
    public let latestAt: Date
    /// How many events there were.
    public let events: Int
    /// Of how many accounts.
    public let accounts: Int
    /// From how many networks.
    public let networks: Int
    /// Whether more than a minute passed until it was found.
    public let isLate: Bool
    /// What was done by itself; nil for nothing.
    public let answer: LocalizedText?

    /// Creates a value.
    public init(
        number: Int, title: LocalizedText, advice: LocalizedText?, severity: EventSeverity?, state: State,
        network: String? = nil, account: UserID? = nil, begunAt: Date, crossedAt: Date, foundAt: Date, latestAt: Date,
        events: Int, accounts: Int, networks: Int, isLate: Bool = false, answer: LocalizedText? = nil
    ) {
        self.number = number
        self.title = title
        self.advice = advice
        self.severity = severity
        self.state = state
        self.network = network
        self.account = account
        self.begunAt = begunAt
        self.crossedAt = crossedAt
        self.foundAt = foundAt
        self.latestAt = latestAt
        self.events = events
        self.accounts = accounts
        self.networks = networks
        self.isLate = isLate
        self.answer = answer
    }
}

/// Some incidents, and where to go on.
public struct IncidentPage: Hashable, Sendable {
    /// The incidents, the newest first.
    public let incidents: [ShownIncident]
    /// The number before which the next ones are; nil behind the last one.
    public let next: Int?

    /// Creates a value.
    public init(_ incidents: [ShownIncident], next: Int?) {
        self.incidents = incidents
        self.next = next
    }
}
