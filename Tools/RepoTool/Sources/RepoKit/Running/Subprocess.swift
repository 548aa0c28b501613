package import Foundation
import Glibc

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
    /// - Throws: ``SubprocessError`` when the program can't be started.
    package static func run(
        _ command: [String], in folder: URL? = nil, environment: [String: String] = [:], input: Data? = nil
    ) async throws -> Result {
        let command = folder.map { ["env", "-C", $0.path] + command } ?? command
        return await collect(try start(command, environment: environment, input: try input.map(file(holding:))))
    }

    /// A program that runs, and our ends of its pipes.
    private struct Child: Sendable {
        let pid: pid_t
        let output: FileHandle
        let errors: FileHandle
    }

    /// One at a time: between the creation of a pipe and its marking as
    /// private another program would inherit it and keep it open.
    private static let starting = NSLock()

    private static func start(
        _ command: [String], environment: [String: String], input: FileHandle?
    ) throws -> Child {
        try starting.withLock {
            let output = try Pipe(), errors = try Pipe()
            let pid = try spawn(
                command, environment: environment, input: input, output: output.writing, errors: errors.writing)
            // The program alone holds its ends now.
            for end in [output.writing, errors.writing] { try end.close() }
            return Child(pid: pid, output: output.reading, errors: errors.reading)
        }
    }

    /// A file without a name that holds the input.
    ///
    /// Through a pipe, a program that answers before it has read everything
    /// would wait for us while we wait for it, as soon as both pipes are full.
    private static func file(holding input: Data) throws -> FileHandle {
        guard let stream = unsafe tmpfile() else {
            throw unsafe SubprocessError(
                command: ["tmpfile"], status: errno, complaint: String(cString: strerror(errno)))
        }
        defer { unsafe fclose(stream) }
        let file = unsafe FileHandle(fileDescriptor: fcntl(fileno(stream), F_DUPFD_CLOEXEC, 0), closeOnDealloc: true)
        try file.write(contentsOf: input)
        try file.seek(toOffset: 0)
        return file
    }

    /// Foundation's `Process` is not used: it reads past the end of what the
    /// system says about open files, which at times crashes (seen with 6.3.1).
    private static func spawn(
        _ command: [String], environment: [String: String], input: FileHandle?, output: FileHandle, errors: FileHandle
    ) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        if let input {
            unsafe posix_spawn_file_actions_adddup2(&actions, input.fileDescriptor, 0)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, output.fileDescriptor, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, errors.fileDescriptor, 2)

        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var words = unsafe command.map { unsafe strdup($0) } + [nil]
        var values = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (words + values).forEach { unsafe free($0) } }
        var child = pid_t()
        let code = unsafe posix_spawnp(&child, command.first ?? "", &actions, nil, &words, &values)
        guard code == 0 else {
            throw unsafe SubprocessError(command: command, status: 127, complaint: String(cString: strerror(code)))
        }
        return child
    }

    /// Reads both ends in turn, as they have something, and waits for the end.
    @concurrent
    private static func collect(_ child: Child) async -> Result {
        let ends = [child.output, child.errors]
        var polls = ends.map { pollfd(fd: $0.fileDescriptor, events: Int16(POLLIN), revents: 0) }
        var written = [Data(), Data()]
        while polls.contains(where: { $0.fd >= 0 }) {
            unsafe poll(&polls, nfds_t(polls.count), -1)
            for index in polls.indices where polls[index].fd >= 0 && polls[index].revents != 0 {
                let piece = ends[index].availableData
                written[index] += piece
                // One that is at its end is not asked again (poll(2)).
                if piece.isEmpty { polls[index].fd = -1 }
            }
        }
        return Result(
            status: await end(of: child.pid), output: written[0],
            complaint: String(decoding: written[1], as: UTF8.self))
    }

    /// Two ends of which a program that is started inherits what it is given.
    private struct Pipe {
        let reading: FileHandle
        let writing: FileHandle

        init() throws {
            var ends: [Int32] = [0, 0]
            guard unsafe pipe(&ends) == 0 else {
                throw unsafe SubprocessError(
                    command: ["pipe"], status: errno, complaint: String(cString: strerror(errno)))
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
            writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        }
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
        let pid = try starting.withLock {
            try spawn(
                ["env", "-C", folder.path] + command, environment: environment, input: nil, output: output,
                errors: output)
        }
        return await end(of: pid)
    }

    /// Waits for it.
    ///
    /// - Returns: The exit status, or the signal's number plus 128.
    @concurrent
    private static func end(of pid: pid_t) async -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) == -1, errno == EINTR {}
        // As WIFSIGNALED and WEXITSTATUS take it apart.
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : signal + 128
    }
}
