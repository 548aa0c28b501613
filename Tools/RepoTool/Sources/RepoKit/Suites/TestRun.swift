import Foundation

/// One process that runs tests.
///
/// It leaves `NAME.jsonl`, the event stream, and `NAME.log`, the output.
struct TestRun {
    let name: String
    let package: PackageDescription
    /// Where the two files go.
    let results: URL
    /// How many processes like it there are at once.
    var processes = 1

    /// How many tests run at once.
    ///
    /// Many of them start servers, children and threads of their own; all at
    /// once they keep each other waiting until the product's own time limits
    /// strike. One that starts programs has work for a processor by itself, but
    /// now and then waits for a disk or a time limit.
    private var width: Int {
        let processors = ProcessInfo.processInfo.activeProcessorCount
        return package.testsPrograms ? processors + 1 : max(2 * processors / processes, 1)
    }

    /// Runs it to its end.
    func outcome(
        of command: [String], in folder: URL, environment: [String: String] = [:]
    ) async throws -> TestOutcome {
        let stream = results.appending(path: name + ".jsonl")
        let log = results.appending(path: name + ".log")
        try? FileManager.default.removeItem(at: stream)
        try Data().write(to: log)
        let options = [
            "--experimental-maximum-parallelization-width", "\(width)",
            "--event-stream-output-path", stream.path, "--event-stream-version", EventStream.version,
        ]
        let start = ContinuousClock.now
        let status = try await Subprocess.status(
            of: command + options, in: folder, environment: environment, output: FileHandle(forWritingTo: log))
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let happened = EventStream((try? Data(contentsOf: stream)) ?? Data())
        if status == 0, happened.hasEnded, happened.failed.isEmpty, !happened.tests.isEmpty {
            return TestOutcome(
                name: name, package: package.name, status: .passed, tests: happened.tests.count, seconds: seconds)
        }
        // A crash is the failure of a test; after a failed build, and in a suite without tests, there is none that
        // could have failed.
        let failed = happened.tests.isEmpty ? 0 : max(happened.failed.count, 1)
        return TestOutcome(
            name: name, package: package.name, status: .failed, tests: happened.tests.count, failed: failed,
            seconds: seconds, complaint: Self.complaint(in: log, status: status, after: happened))
    }

    /// Whether a line is one of those with which a build shows how far it is:
    /// `[12/34] Compiling …`.
    private static func isProgress(_ line: String) -> Bool {
        line.hasPrefix("[") && line.dropFirst().first?.isNumber == true
    }

    /// The output without what went well.
    private static func complaint(in log: URL, status: Int32, after events: EventStream) -> String {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        var lines = text.split(separator: "\n").map(String.init).filter { line in
            !line.hasPrefix("◇ ") && !line.hasPrefix("✔ ") && !isProgress(line)
        }
        if !events.hasEnded {
            lines.append("The tests did not come to their end: status \(status).")
        } else if events.tests.isEmpty {
            lines.append("There is no test in it.")
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
