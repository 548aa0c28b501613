import Foundation

/// A server in a process of its own, which ends with this one, also if this one
/// is killed.
final class ServerProcess: Sendable {
    private let program = Process()
    /// As long as somebody could write to it, the program goes on.
    private let life = Pipe()
    private let output = Pipe()
    /// What it wrote until it was ready.
    let text: String

    var process: Int32 { program.processIdentifier }

    /// Starts the program of a path, and waits until it has written some words.
    ///
    /// - Parameters:
    ///   - words: What it writes when it is ready; little may follow, since
    ///     nobody reads it.
    ///   - times: How often it writes that, by its children too.
    ///   - errors: Whether it may write that to its standard error.
    init(
        _ path: String, _ arguments: [String], environment: [String: String]? = nil, until words: String,
        times: Int = 1, errors: Bool = true
    ) throws {
        program.executableURL = URL(filePath: "/bin/sh")
        let script = #"exec 3<&0; (read -r end <&3; kill $$) >/dev/null 2>&1 & exec "$@" 3<&- </dev/null"#
        program.arguments = ["-c", script, "sh", path] + arguments
        if let environment { program.environment = environment }
        program.standardInput = life
        program.standardOutput = output
        program.standardError = errors ? output : FileHandle.nullDevice
        try program.run()
        var text = ""
        while text.ranges(of: words).count < times {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw BenchServer.Failure(reason: "\(path) does not start:\n\(text)") }
            text += String(decoding: data, as: UTF8.self)
        }
        self.text = text
    }

    /// Ends it, and waits until it has ended.
    func end() {
        try? life.fileHandleForWriting.close()
        program.waitUntilExit()
    }
}
