/// Writes log records somewhere.
///
/// Any thread may call it at any time. It returns soon, whatever the state of
/// the destination: a handler drops a record rather than hold up the program,
/// and tells later how many it dropped. It never throws, and writes nothing
/// that can be mistaken for another record.
public protocol LogHandler: Sendable {
    /// The least level that is written; loggers don't build records below it.
    var minimumLevel: LogLevel { get }

    /// Writes a record.
    func write(_ record: LogRecord)

    /// Writes records in their order, which may cost less than one by one.
    func write(_ records: [LogRecord])
}

extension LogHandler {
    /// Writes records one by one.
    public func write(_ records: [LogRecord]) {
        for record in records { write(record) }
    }
}
