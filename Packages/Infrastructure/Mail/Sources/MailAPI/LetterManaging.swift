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
    /// The identifier, which is part of the `Message-ID`.
    public let id: String
    /// Who gets it.
    public let recipient: String
    /// The name of its template.
    public let template: String
    /// `waiting`, `sending` or `dead`.
    public let state: String
    /// How often it was tried.
    public let attempts: Int
    /// Why it wasn't delivered at the last try.
    public let reason: String?

    /// Creates a letter.
    public init(id: String, recipient: String, template: String, state: String, attempts: Int, reason: String?) {
        self.id = id
        self.recipient = recipient
        self.template = template
        self.state = state
        self.attempts = attempts
        self.reason = reason
    }
}
