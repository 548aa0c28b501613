/// One log line before it is written: everything but the time.
public struct LogRecord: Hashable, Sendable {
    /// How much it matters.
    public let level: LogLevel
    /// The part of the program that speaks: `http`, `sessions`.
    public let label: String
    /// What happened: a constant text.
    public let message: String
    /// What it happened with.
    public let fields: LogFields
    /// The request during which it happened.
    public let requestID: String?

    /// Creates a record.
    public init(level: LogLevel, label: String, message: String, fields: LogFields, requestID: String?) {
        self.level = level
        self.label = label
        self.message = message
        self.fields = fields
        self.requestID = requestID
    }
}
