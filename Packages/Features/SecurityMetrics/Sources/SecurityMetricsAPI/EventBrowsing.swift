public import CoreModels
public import FoundationEssentials
public import Localization
public import Presenting

/// Shows what happened, and what was found in it, to whoever runs the server.
///
/// Any number of calls may run at once. Nothing of it says that the trail is whole: that is what
/// verifying it is for.
public protocol EventBrowsing: Sendable {
    /// The kinds of events that there are, by name.
    var kinds: [EventKind] { get }

    /// Events, the newest first; those of the last seconds have no place yet and come a little later.
    ///
    /// - Parameter position: The place before which they are; nil for the newest.
    func events(
        _ query: EventQuery, before position: Int?
    ) async throws(EventsUnavailable) -> EventPage

    /// How many events there were on each of some days.
    func counts(of days: [EventDay]) async throws(EventsUnavailable) -> [EventCount]

    /// How many events of each of some kinds there were in each of some times: as many lists as kinds, each with
    /// as many numbers as times.
    func counts(
        ofKinds kinds: [String], in spans: [EventSpan]
    ) async throws(EventsUnavailable) -> [[Int]]

    /// A part of all events that somebody wants, the oldest first.
    ///
    /// - Parameter place: Where the part before ended; nil for the first one.
    func export(
        _ query: EventQuery, as format: EventFormat, from place: EventExport.Place?
    ) async throws(EventsUnavailable) -> EventExport

    /// Incidents, the newest first.
    ///
    /// - Parameters:
    ///   - isOpen: Whether only those are wanted that nobody closed.
    ///   - number: The number before which they are; nil for the newest.
    func incidents(
        open isOpen: Bool, before number: Int?
    ) async throws(EventsUnavailable) -> IncidentPage

    /// One incident; nil if there is none with this number.
    func incident(_ number: Int) async throws(EventsUnavailable) -> ShownIncident?
}

/// The audit trail can't be read now.
public struct EventsUnavailable: PresentableError, Hashable {
    /// Creates the error.
    public init() {}

    /// The word `events_unavailable`.
    public var code: String { "events_unavailable" }
    /// It may be there again.
    public var nature: FailureNature { .connectivity }
    /// What happened and what to do next.
    public var text: LocalizedText {
        LocalizedText(
            en: "The database can't be read now. Nothing was changed. Try again in a moment.",
            es: "Ahora no se puede leer la base de datos. No se cambió nada. Inténtalo dentro de un momento.")
    }
}

/// How much an event matters; the more, the greater.
public enum EventSeverity: String, Hashable, Sendable, CaseIterable {
    /// What happens all day.
    case info
    /// What one looks for when something has happened.
    case notice
    /// What deserves a look.
    case warning
    /// What deserves one at once.
    case critical

    /// This one, and those that matter more.
    public var andWorse: [EventSeverity] {
        Self.allCases.firstIndex(of: self).map { Array(Self.allCases[$0...]) } ?? []
    }
}

/// A kind of events.
public struct EventKind: Hashable, Sendable {
    /// Its stable name, such as `login.refused`.
    public let name: String
    /// What people read.
    public let title: LocalizedText

    /// Creates a kind.
    public init(_ name: String, _ title: LocalizedText) {
        self.name = name
        self.title = title
    }
}

/// A day, in UTC.
public struct EventDay: Hashable, Sendable, CustomStringConvertible {
    /// The day as `2026-11-27`.
    public let description: String

    /// The day of a time.
    public init(of date: Date) {
        description = String(date.formatted(.iso8601).prefix(10))
    }

    /// Reads a day such as `2026-11-27`; nil for what is none.
    public init?(_ text: String) {
        let time = text + "T00:00:00Z"
        // The parser takes 31 February for 3 March.
        guard text.utf8.count == 10, let date = try? Date.ISO8601FormatStyle().parse(time),
            date.formatted(.iso8601) == time
        else { return nil }
        description = text
    }
}

/// A day or an hour of one, in UTC.
public struct EventSpan: Hashable, Sendable, CustomStringConvertible {
    /// The day as `2026-11-27`, the hour as `2026-11-27T14`.
    public let description: String
    /// Whether it is an hour.
    public let isHour: Bool

    /// The day of a time.
    public static func day(of date: Date) -> EventSpan {
        EventSpan(description: EventDay(of: date).description, isHour: false)
    }

    /// The hour of a time.
    public static func hour(of date: Date) -> EventSpan {
        EventSpan(description: String(date.formatted(.iso8601).prefix(13)), isHour: true)
    }
}

/// Which events somebody wants; all of it has to be so.
public struct EventQuery: Hashable, Sendable {
    /// Of which kind; nil for any.
    public var kind: String?
    /// How much they matter at least; nil for any.
    public var severity: EventSeverity?
    /// About whose account, or by whom: its identifier, or its name in the trail; nil for any.
    public var account: String?
    /// On which day; nil for any.
    public var day: EventDay?

    /// Creates a query.
    public init(
        kind: String? = nil, severity: EventSeverity? = nil, account: String? = nil, day: EventDay? = nil
    ) {
        self.kind = kind
        self.severity = severity
        self.account = account
        self.day = day
    }
}

/// An event as it stands in the trail.
public struct ShownEvent: Hashable, Sendable {
    /// Its place, from 0.
    public let position: Int
    /// When it was, as it was written.
    public let time: String
    /// The same; nil for what isn't a time.
    public let date: Date?
    /// What happened.
    public let kind: EventKind
    /// How much it matters; nil for a word that isn't known.
    public let severity: EventSeverity?
    /// Whether it was refused.
    public let isRefused: Bool
    /// About whose account; nil where there is none, or not any more.
    public let account: UserID?
    /// What the trail calls that; nil where there is none.
    public let accountName: String?
    /// Which administrator did it; nil for nobody, or nobody who is there any more.
    public let actor: UserID?
    /// What the trail calls them; nil for nobody.
    public let actorName: String?
    /// From where, as much of it as is kept.
    public let address: String?
    /// With which program, in its own words.
    public let program: String?
    /// Why, in words for programs.
    public let cause: String?

    /// Creates a value.
    public init(
        position: Int, time: String, date: Date?, kind: EventKind, severity: EventSeverity?, isRefused: Bool = false,
        account: UserID? = nil, accountName: String? = nil, actor: UserID? = nil, actorName: String? = nil,
        address: String? = nil, program: String? = nil, cause: String? = nil
    ) {
        self.position = position
        self.time = time
        self.date = date
        self.kind = kind
        self.severity = severity
        self.isRefused = isRefused
        self.account = account
        self.accountName = accountName
        self.actor = actor
        self.actorName = actorName
        self.address = address
        self.program = program
        self.cause = cause
    }
}

/// Some events, and where to go on.
public struct EventPage: Hashable, Sendable {
    /// The events, the newest first.
    public let events: [ShownEvent]
    /// The place before which the next ones are; nil behind the last one.
    public let next: Int?
    /// Whether there may be more that were not looked for yet: a page looks at some thousands.
    public let isPartial: Bool

    /// Creates a value.
    public init(_ events: [ShownEvent], next: Int?, isPartial: Bool = false) {
        self.events = events
        self.next = next
        self.isPartial = isPartial
    }
}

/// How many events there were on a day.
public struct EventCount: Hashable, Sendable {
    /// The day.
    public let day: EventDay
    /// All of them.
    public let all: Int
    /// Those that deserve a look: warnings, and what is critical.
    public let grave: Int

    /// Creates a value.
    public init(_ day: EventDay, all: Int, grave: Int) {
        self.day = day
        self.all = all
        self.grave = grave
    }
}
