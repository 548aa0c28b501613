public import Localization
public import SecurityMetricsAPI

/// How the server is, and what its parts know.
public struct SeenServer: Hashable, Sendable {
    /// A part, and what is wrong with it.
    public struct Part: Hashable, Sendable {
        /// The part, such as `audit`.
        public let name: String
        /// What is wrong; nil for nothing.
        public let trouble: LocalizedText?

        /// Creates a value.
        public init(_ name: String, _ trouble: LocalizedText?) {
            self.name = name
            self.trouble = trouble
        }
    }

    /// What a part knows.
    public struct Group: Hashable, Sendable {
        /// What it knows.
        public let facts: FactGroup
        /// Whether that may name people.
        public let isPersonal: Bool

        /// Creates a value.
        public init(_ facts: FactGroup, isPersonal: Bool = false) {
            self.facts = facts
            self.isPersonal = isPersonal
        }
    }

    /// The parts that can be asked.
    public let parts: [Part]
    /// What they know, and whether it may name people.
    public let groups: [Group]

    /// Creates a value.
    public init(parts: [Part], groups: [Group]) {
        self.parts = parts
        self.groups = groups
    }
}

/// How often something happened.
public struct SeenFigures: Hashable, Sendable {
    /// What it is.
    public enum Subject: String, CaseIterable, Hashable, Sendable {
        /// Logins that failed, and of them those that met a lock.
        case failedLogins
        /// Accounts that were made.
        case registrations
        /// Accounts that wrong passwords locked.
        case lockouts
    }

    /// How often in one day or hour.
    public struct Figure: Hashable, Sendable {
        /// When.
        public let span: EventSpan
        /// How often.
        public let number: Int

        /// Creates a value.
        public init(_ span: EventSpan, _ number: Int) {
            self.span = span
            self.number = number
        }
    }

    /// What it is.
    public let subject: Subject
    /// How often, the latest last.
    public let figures: [Figure]

    /// Creates a value.
    public init(_ subject: Subject, _ figures: [Figure]) {
        self.subject = subject
        self.figures = figures
    }
}
