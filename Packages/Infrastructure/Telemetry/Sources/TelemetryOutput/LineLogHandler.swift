package import FoundationEssentials
import PluginKit
package import TelemetryAPI

/// Writes records as lines.
package struct LineLogHandler: LogHandler {
    private let threshold: LogThreshold
    private let format: LogLineFormat
    private let output: LogOutput
    private let now: @Sendable () -> Date

    package init(
        threshold: LogThreshold, format: LogLineFormat, output: LogOutput, now: @escaping @Sendable () -> Date
    ) {
        self.threshold = threshold
        self.format = format
        self.output = output
        self.now = now
    }

    package var minimumLevel: LogLevel { threshold.level }

    package func write(_ record: LogRecord) {
        write([record])
    }

    package func write(_ records: [LogRecord]) {
        let time = LogLineFormat.time(now()), minimumLevel = minimumLevel
        var text: [UInt8] = [], count = 0
        text.reserveCapacity(LogLineFormat.room + records.count * LogLineFormat.usualBytes)
        for record in records where record.level >= minimumLevel {
            let length = text.count
            format.append(record, at: time, to: &text)
            if text.count > LogLineFormat.maximumBytes, count > 0 {
                write(Array(text[..<length]), lines: count, at: time)
                text.removeFirst(length)
                count = 0
            }
            count += 1
        }
        if count > 0 { write(text, lines: count, at: time) }
    }

    private func write(_ text: [UInt8], lines: Int, at time: String) {
        output.write(text, lines: lines) { lost in
            var report: [UInt8] = []
            format.append(
                LogRecord(
                    level: .warning, label: "telemetry", message: "log lines were lost", fields: ["lines": lost],
                    requestID: nil), at: time, to: &report)
            return report
        }
    }
}

/// Says where a log is to go before the program does anything else, and lets go of it at the end.
struct LogFileService: PluginService {
    let output: LogOutput

    func start() async throws { try output.open() }
    func stop() async { output.close() }
}
