package import Foundation

/// Why a program that this tool runs did not do what it should.
package struct SubprocessError: Error, CustomStringConvertible {
    /// The words of the command.
    package let command: [String]
    /// The exit status, or the signal's number plus 128.
    package let status: Int32
    /// What it wrote to standard error.
    package let complaint: String

    package var description: String {
        "`\(command.joined(separator: " "))` ended with status \(status):\n\(complaint)"
    }
}

/// Runs another program to its end.
package enum Subprocess {
    /// What a program left behind.
    package struct Result: Sendable {
        package let status: Int32
        package let output: Data
        package let complaint: String

        /// The output as text.
        package var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Runs a program that is found on `PATH` and gives what it wrote, whatever
    /// its status.
    ///
    /// - Throws: What `Process` says when the program can't be started.
    package static func run(
        _ command: [String], in folder: URL? = nil, environment: [String: String] = [:], input: Data? = nil
    ) async throws -> Result {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        if let folder { process.currentDirectoryURL = folder }
        if !environment.isEmpty {
            process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        }
        let output = Pipe(), errors = Pipe(), feed = Pipe()
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = input == nil ? FileHandle.nullDevice : feed
        try process.run()
        async let complaint = read(errors)
        async let written = read(output)
        if let input {
            try feed.fileHandleForWriting.write(contentsOf: input)
            try feed.fileHandleForWriting.close()
        }
        let result = await (written, complaint)
        process.waitUntilExit()
        let status = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
        return Result(status: status, output: result.0, complaint: String(decoding: result.1, as: UTF8.self))
    }

    /// The output of a program that has to succeed.
    ///
    /// - Throws: ``SubprocessError`` for any status but 0.
    package static func output(
        of command: [String], in folder: URL? = nil, environment: [String: String] = [:], input: Data? = nil
    ) async throws -> Data {
        let result = try await run(command, in: folder, environment: environment, input: input)
        guard result.status == 0 else {
            throw SubprocessError(command: command, status: result.status, complaint: result.complaint)
        }
        return result.output
    }

    /// Runs a program to its end and gives its status.
    ///
    /// Whatever it writes goes to one file, which a grandchild may hold open for
    /// longer.
    package static func status(
        of command: [String], in folder: URL, environment: [String: String] = [:], output: FileHandle
    ) async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { ended in
                continuation.resume(
                    returning: ended.terminationStatus + (ended.terminationReason == .uncaughtSignal ? 128 : 0))
            }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }

    @concurrent
    private static func read(_ pipe: Pipe) async -> Data {
        (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
    }
}
