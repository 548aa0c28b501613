/// Tells what a part of the program does.
///
/// The message is a constant text and everything that varies is a field, so
/// lines can be searched and counted, and data can't pose as a message. A
/// ``Secret`` shows as `<redacted>`.
///
/// ```swift
/// logger.warning("refused a login", ["email": email, "failures": failures])
/// ```
public struct Logger: Sendable {
    private let handler: any LogHandler
    private let label: String
    private let fields: LogFields

    /// Creates a logger of a part of the program.
    public init(label: String, handler: any LogHandler) {
        self.init(label: label, fields: [:], handler: handler)
    }

    private init(label: String, fields: LogFields, handler: any LogHandler) {
        self.label = label
        self.fields = fields
        self.handler = handler
    }

    /// A logger that writes nothing.
    public static let disabled = Logger(label: "", handler: SilentLogHandler())

    /// A logger for another part of the program, with the same handler and fields.
    public func labelled(_ label: String) -> Logger {
        Logger(label: label, fields: fields, handler: handler)
    }

    /// A logger whose lines carry these fields as well.
    public func with(_ others: LogFields) -> Logger {
        Logger(label: label, fields: fields.merging(others), handler: handler)
    }

    /// Whether lines of this level are written.
    public func isEnabled(_ level: LogLevel) -> Bool {
        level >= handler.minimumLevel
    }

    /// Writes a line; the fields are made only if its level is enabled.
    ///
    /// - Parameters:
    ///   - level: How much the line matters.
    ///   - message: What happened.
    ///   - fields: What it happened with.
    ///   - requestID: The request during which it happened; the task's own
    ///     (``LogContext/requestID``) if left out.
    public func log(
        _ level: LogLevel, _ message: StaticString, _ fields: @autoclosure () -> LogFields = [:],
        requestID: @autoclosure () -> String? = LogContext.requestID
    ) {
        if let record = record(level, message, fields(), requestID: requestID()) { handler.write(record) }
    }

    /// One of several lines for ``write(_:)``, nil if its level isn't enabled;
    /// its parts are those of ``log(_:_:_:requestID:)``.
    public func record(
        _ level: LogLevel, _ message: StaticString, _ fields: @autoclosure () -> LogFields,
        requestID: @autoclosure () -> String?
    ) -> LogRecord? {
        guard isEnabled(level) else { return nil }
        return LogRecord(
            level: level, label: label, message: message.description, fields: self.fields.merging(fields()),
            requestID: requestID())
    }

    /// Writes lines in their order, which costs less than one by one.
    public func write(_ records: [LogRecord]) {
        handler.write(records)
    }

    /// Writes a line of level `trace`.
    public func trace(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        log(.trace, message, fields())
    }

    /// Writes a line of level `debug`.
    public func debug(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        log(.debug, message, fields())
    }

    /// Writes a line of level `info`.
    public func info(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        log(.info, message, fields())
    }

    /// Writes a line of level `notice`.
    public func notice(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        log(.notice, message, fields())
    }

    /// Writes a line of level `warning`.
    public func warning(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        log(.warning, message, fields())
    }

    /// Writes a line of level `error`.
    public func error(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        log(.error, message, fields())
    }

    /// Writes a line of level `error` about what failed in the current task; of
    /// level `debug` when the task was cancelled.
    ///
    /// Whoever asked has left then, or the program stops: what fails on the way
    /// out says nothing about the server.
    public func failure(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        log(Task.isCancelled ? .debug : .error, message, fields())
    }

    /// Writes a line of level `critical`.
    public func critical(_ message: StaticString, _ fields: @autoclosure () -> LogFields = [:]) {
        log(.critical, message, fields())
    }
}

private struct SilentLogHandler: LogHandler {
    let minimumLevel = LogLevel.critical
    func write(_ record: LogRecord) {}
}
