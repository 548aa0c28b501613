package import FoundationEssentials
import PluginKit
package import TelemetryAPI

/// Writes records as lines.
package struct LineLogHandler: LogHandler {
    package let minimumLevel: LogLevel
    private let format: LogLineFormat
    private let output: LogOutput
    private let now: @Sendable () -> Date

    package init(
        minimumLevel: LogLevel, format: LogLineFormat, output: LogOutput, now: @escaping @Sendable () -> Date
    ) {
        self.minimumLevel = minimumLevel
        self.format = format
        self.output = output
        self.now = now
    }

    package func write(_ record: LogRecord) {
        guard record.level >= minimumLevel else { return }
        let time = now()
        output.write(format.line(record, at: time)) { lost in
            let report = LogRecord(
                level: .warning, label: "telemetry", message: "log lines were lost", fields: ["lines": lost],
                requestID: nil)
            return format.line(report, at: time)
        }
    }
}

/// Says where a log is to go before the program does anything else, and lets go of it at the end.
struct LogFileService: PluginService {
    let output: LogOutput

    func start() async throws { try output.open() }
    func stop() async { output.close() }
}
