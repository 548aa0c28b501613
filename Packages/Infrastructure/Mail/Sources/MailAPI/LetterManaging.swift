public import FoundationEssentials

/// Shows the letters that aren't delivered, and has them tried again; beside a
/// server that runs or without one.
public protocol LetterManaging: Sendable {
    /// The letters that aren't delivered, the oldest first.
    ///
    /// - Throws: ``MailError``.
    func letters() async throws(MailError) -> [UndeliveredLetter]

    /// Has letters that were given up tried again, as if for the first time; a
    /// server that runs takes them up within a minute.
    ///
    /// - Parameter ids: Which; all if there are none.
    /// - Returns: How many.
    /// - Throws: ``MailError``; nothing was changed.
    func retry(_ ids: [UUID]) async throws(MailError) -> Int
}

/// A letter that isn't delivered.
public struct UndeliveredLetter: Hashable, Encodable, Sendable {
    /// What becomes of a letter.
    public enum State: String, CaseIterable, Encodable, Sendable {
        /// It is to be sent when it is due.
        case waiting
        /// Somebody is sending it.
        case sending
        /// It is not tried again by itself.
        case dead
    }

    /// The identifier, which is part of the `Message-ID`.
    public let id: String
    /// Who gets it.
    public let recipient: String
    /// The name of its template.
    public let template: String
    /// What becomes of it.
    public let state: State
    /// How often it was tried.
    public let attempts: Int
    /// Why it wasn't delivered at the last try.
    public let reason: String?
    /// When it was written.
    public let createdAt: Date
    /// When it is tried next; since when it is dead.
    public let dueAt: Date

    /// Creates a letter.
    public init(
        id: String, recipient: String, template: String, state: State, attempts: Int, reason: String?,
        createdAt: Date, dueAt: Date
    ) {
        self.id = id
        self.recipient = recipient
        self.template = template
        self.state = state
        self.attempts = attempts
        self.reason = reason
        self.createdAt = createdAt
        self.dueAt = dueAt
    }

    private enum CodingKeys: String, CodingKey {
        case id, recipient, template, state, attempts, reason
        case createdAt = "created_at"
        case dueAt = "due_at"
    }
}
