/// What a signal is about; see ``SQLWriting/signal(_:_:)``.
public struct SQLTopic: Hashable, Sendable {
    /// The name under which an engine may pass it on.
    package let name: String

    /// Creates a topic.
    ///
    /// - Parameter name: The owner's name and what changes, such as
    ///   `sessions.changed`.
    public init(_ name: StaticString) {
        self.name = name.description
    }

    /// The longest payload, in bytes of UTF-8.
    ///
    /// PostgreSQL takes up to 8000 (`NOTIFY` in its documentation), topic and
    /// frame included.
    public static let longestPayload = 4000
}

/// What a listener hears; see ``SQLDatabase/listen(to:_:)``.
public enum SQLSignal: Hashable, Sendable {
    /// A transaction that is committed signalled this.
    case sent(String)
    /// From now on signals may go unheard: whoever rests on them asks the
    /// database instead.
    case interrupted
    /// Signals are heard again. Some may have gone unheard since the
    /// interruption: what was known from before it has to be forgotten.
    case resumed
}
