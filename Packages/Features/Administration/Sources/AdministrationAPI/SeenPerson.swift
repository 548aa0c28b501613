public import CoreModels
public import FoundationEssentials
public import Localization

/// Some people, and where to go on.
public struct PeoplePage: Hashable, Sendable {
    /// The people, those who came first at the beginning.
    public let people: [PersonAtAGlance]
    /// Behind whom the next ones are; nil behind the last one.
    public let next: UserID?

    /// Creates a value.
    public init(_ people: [PersonAtAGlance], next: UserID?) {
        self.people = people
        self.next = next
    }
}

/// Somebody, and how the account stands.
public struct PersonAtAGlance: Hashable, Sendable {
    /// Whose account it is.
    public let user: User
    /// Since when it is suspended; nil if it isn't.
    public let suspendedSince: Date?
    /// When it is deleted, since the person asked for that, or whoever runs the server ordered it; nil for never.
    public let deletionDueAt: Date?

    /// Creates a value.
    public init(_ user: User, suspendedSince: Date? = nil, deletionDueAt: Date? = nil) {
        self.user = user
        self.suspendedSince = suspendedSince
        self.deletionDueAt = deletionDueAt
    }
}

/// What is known of somebody, and can be done to their account.
public struct SeenPerson: Hashable, Sendable {
    /// Who it is.
    public let person: PersonAtAGlance
    /// Why it is suspended, as the person was told; nil for no reason.
    public let suspensionReason: String?
    /// The address that the account had, and may get back; nil for none.
    public let formerEmail: String?
    /// Whether they are an administrator.
    public let isAdministrator: Bool
    /// What features know of them.
    public let groups: [FactGroup]
    /// What can be done.
    public let acts: [PossibleAct]

    /// Creates a value.
    public init(
        _ person: PersonAtAGlance, suspensionReason: String? = nil, formerEmail: String? = nil,
        isAdministrator: Bool = false, groups: [FactGroup] = [], acts: [PossibleAct] = []
    ) {
        self.person = person
        self.suspensionReason = suspensionReason
        self.formerEmail = formerEmail
        self.isAdministrator = isAdministrator
        self.groups = groups
        self.acts = acts
    }
}

/// What a feature knows of somebody.
public struct FactGroup: Hashable, Sendable {
    /// One of these things.
    public struct Fact: Hashable, Sendable {
        /// What it is.
        public let label: LocalizedText
        /// What the person, or a program of theirs, wrote of it; nil for nothing.
        public let text: String?
        /// When it was; nil where that says nothing.
        public let time: Date?

        /// Creates a fact.
        public init(_ label: LocalizedText, _ text: String?, at time: Date?) {
            self.label = label
            self.text = text
            self.time = time
        }
    }

    /// What it is about.
    public let heading: LocalizedText
    /// The facts.
    public let facts: [Fact]

    /// Creates a group.
    public init(_ heading: LocalizedText, _ facts: [Fact]) {
        self.heading = heading
        self.facts = facts
    }
}

/// Something that can be done to an account.
public struct PossibleAct: Hashable, Sendable {
    /// Its stable name, such as `log-out`.
    public let name: String
    /// What its button says: a verb.
    public let title: LocalizedText
    /// What it does, before it is done.
    public let meaning: LocalizedText
    /// Whether the person is told a reason, if there is one.
    public let takesReason: Bool

    /// Creates a value.
    public init(_ name: String, _ title: LocalizedText, meaning: LocalizedText, takesReason: Bool) {
        self.name = name
        self.title = title
        self.meaning = meaning
        self.takesReason = takesReason
    }
}

/// Some invitations, and where to go on.
public struct InvitationsPage: Hashable, Sendable {
    /// The invitations, the oldest first.
    public let invitations: [SeenInvitation]
    /// Behind which the next ones are; nil behind the last one.
    public let next: UserID?

    /// Creates a value.
    public init(_ invitations: [SeenInvitation], next: UserID?) {
        self.invitations = invitations
        self.next = next
    }
}

/// An invitation that nobody used.
public struct SeenInvitation: Hashable, Sendable {
    /// The identifier that the account gets.
    public let id: UserID
    /// Who is invited.
    public let email: EmailAddress
    /// Since when.
    public let invitedAt: Date
    /// Until when it is good.
    public let expiresAt: Date
    /// Whether the letter was handed over to be sent.
    public let hasLetter: Bool

    /// Creates a value.
    public init(_ id: UserID, _ email: EmailAddress, invitedAt: Date, expiresAt: Date, hasLetter: Bool) {
        self.id = id
        self.email = email
        self.invitedAt = invitedAt
        self.expiresAt = expiresAt
        self.hasLetter = hasLetter
    }
}
