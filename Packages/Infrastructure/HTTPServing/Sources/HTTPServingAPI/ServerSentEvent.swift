/// One event of a `text/event-stream` (HTML Living Standard, section 9.2).
public struct ServerSentEvent: Hashable, Sendable {
    /// Identifies the event, so that a client can resume after it.
    public var id: String?
    /// The kind of event; `message` when absent.
    public var event: String?
    /// What happened.
    public var data: String
    /// How long a client waits before it connects again, in milliseconds.
    public var retry: Int?

    /// Creates an event.
    public init(id: String? = nil, event: String? = nil, data: String, retry: Int? = nil) {
        self.id = id
        self.event = event
        self.data = data
        self.retry = retry
    }

    /// The event as it stands on the wire.
    ///
    /// Line ends and NUL in `id` and `event` are dropped: they would start
    /// another field. Each line of `data` becomes a field of its own.
    public var encoded: String {
        var text = ""
        if let id { text += "id: \(Self.singleLine(id))\n" }
        if let event { text += "event: \(Self.singleLine(event))\n" }
        if let retry { text += "retry: \(retry)\n" }
        let lines = data.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        for line in lines.split(separator: "\n", omittingEmptySubsequences: false) { text += "data: \(line)\n" }
        return text + "\n"
    }

    private static func singleLine(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\n" && $0 != "\r" && $0 != "\0" }))
    }
}
