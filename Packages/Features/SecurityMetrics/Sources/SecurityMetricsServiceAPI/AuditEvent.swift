public import CoreModels
public import HTTPServingAPI
public import Localization
public import OperatingAPI

/// How much an event of the audit trail matters; the more, the greater.
public enum AuditSeverity: String, Hashable, Sendable, CaseIterable, Comparable {
    /// What happens all day.
    case info
    /// What one looks for when something has happened.
    case notice
    /// What deserves a look.
    case warning
    /// What deserves one at once.
    case critical

    /// Whether one matters less than another.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
        switch self {
        case .info: 0
        case .notice: 1
        case .warning: 2
        case .critical: 3
        }
    }
}

/// A kind of events in the audit trail.
public struct AuditKind: Hashable, Sendable {
    /// Its stable name: what it is about and what became of it, in small letters, digits,
    /// dots and hyphens, as in `login.refused`.
    public let name: String
    /// How much an event of it matters.
    public let severity: AuditSeverity
    /// What people read.
    public let title: LocalizedText

    /// Creates a kind.
    public init(_ name: StaticString, _ severity: AuditSeverity, _ title: LocalizedText) {
        self.name = "\(name)"
        self.severity = severity
        self.title = title
    }

    /// The kind of what an operator does by a command, as `operator.picture-hidden`: each
    /// deserves a look, since whoever has the machine could do the same, but those of which another
    /// tells.
    public init(_ deed: OperatorDeed) {
        name = "operator.\(deed.name)"
        severity = deed.isOneOfMany ? .info : .warning
        title = deed.title
    }
}

/// What came of what somebody wanted.
public enum AuditOutcome: String, Hashable, Sendable, CaseIterable {
    /// It was done.
    case done
    /// It was refused.
    case refused
}

/// An event of the audit trail.
///
/// None of it is a secret: a password, token, code or mail address has no place here, nor what
/// a person calls themselves or a device. Of the account the trail keeps a name of its own, of
/// which nothing says whose it was once the account is deleted.
public struct AuditEvent: Hashable, Sendable {
    /// What happened.
    public let kind: AuditKind
    /// To whose account; nil where there is none.
    public let account: UserID?
    /// In which session; nil for none.
    public let session: SessionID?
    /// From where; it is shortened as the operator has set before it is written.
    public let address: IPAddress?
    /// With which program, in its own words.
    public let program: String?
    /// What came of it.
    public let outcome: AuditOutcome
    /// Why, in words for programs.
    public let cause: String?
    /// Which administrator did it by a page; nil for whoever the account is, the server, and
    /// commands.
    public let actor: UserID?

    /// Creates an event.
    public init(
        _ kind: AuditKind, of account: UserID? = nil, session: SessionID? = nil, from address: IPAddress? = nil,
        with program: String? = nil, outcome: AuditOutcome = .done, because cause: String? = nil,
        by actor: UserID? = nil
    ) {
        self.actor = actor
        self.kind = kind
        self.account = account
        self.session = session
        self.address = address
        self.program = program
        self.outcome = outcome
        self.cause = cause
    }
}
