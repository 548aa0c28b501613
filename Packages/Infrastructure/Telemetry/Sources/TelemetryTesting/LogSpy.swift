import FoundationEssentials
import Locking
public import TelemetryAPI
import TelemetryOutput

/// Keeps log records for a test to look at.
public final class LogSpy: LogHandler {
    /// Everything is kept.
    public let minimumLevel: LogLevel
    private let kept = Locked([LogRecord]())

    /// Creates a spy.
    public init(minimumLevel: LogLevel = .trace) {
        self.minimumLevel = minimumLevel
    }

    /// A logger that writes here.
    public var logger: Logger { Logger(label: "test", handler: self) }

    /// The records in the order in which they came.
    public var records: [LogRecord] { kept.current }

    /// The messages in the order in which they came.
    public var messages: [String] { records.map(\.message) }

    /// All records as a log file would hold them: what a test searches for secrets.
    public var text: String {
        records.map { LogLineFormat.json.line($0, at: Date(timeIntervalSince1970: 0)) }.joined()
    }

    /// Keeps a record.
    public func write(_ record: LogRecord) {
        kept.withLock { $0.append(record) }
    }
}
