public import CoreModels
public import FoundationEssentials

/// An event of the audit trail as others get it.
///
/// It has no secret, mail address or name of a person or a device, as the trail has none. Accounts
/// and sessions have names that mean something in this server only. Who the account is, the whole
/// address, and what a client says of itself are there only for a forwarder that takes personal data.
public struct ForwardedEvent: Hashable, Sendable {
    /// Tells it from all other events, also those of a trail that was begun anew; the same however
    /// often it comes (a UUID of version 8, RFC 9562, section 5.8).
    public let id: UUID
    /// Its place in the trail, from 0: a number that is missing is an event that was passed over.
    public let position: Int
    /// When it was.
    public let date: Date
    /// What happened; see ``AuditKind/name``.
    public let kind: String
    /// How much it matters.
    public let severity: AuditSeverity
    /// What came of it.
    public let outcome: AuditOutcome
    /// What the trail calls the account; nil where there is none.
    public let account: String?
    /// What the trail calls the administrator who did it; nil for nobody.
    public let actor: String?
    /// In which session; nil for none.
    public let session: String?
    /// From where, as 24 bits of an address or 48 of IPv6; all of it only for who takes personal
    /// data, and where the trail has it.
    public let address: String?
    /// Why, in words for programs.
    public let cause: String?
    /// With which program, in a stranger's words; only for who takes personal data.
    public let program: String?
    /// Whose account it is; only for who takes personal data, and until it is deleted.
    public let user: UserID?

    /// Creates an event.
    public init(
        id: UUID, position: Int, date: Date, kind: String, severity: AuditSeverity, outcome: AuditOutcome,
        account: String? = nil, actor: String? = nil, session: String? = nil, address: String? = nil,
        cause: String? = nil, program: String? = nil, user: UserID? = nil
    ) {
        self.id = id
        self.position = position
        self.date = date
        self.kind = kind
        self.severity = severity
        self.outcome = outcome
        self.account = account
        self.actor = actor
        self.session = session
        self.address = address
        self.cause = cause
        self.program = program
        self.user = user
    }

    /// The event without what strangers wrote.
    public var withoutStrangersWords: ForwardedEvent {
        ForwardedEvent(
            id: id, position: position, date: date, kind: kind, severity: severity, outcome: outcome,
            account: account, actor: actor, session: session, address: address, cause: cause, user: user)
    }
}
