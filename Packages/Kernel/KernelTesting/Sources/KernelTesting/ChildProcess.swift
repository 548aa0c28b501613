import Glibc
import Locking

/// A program that a test runs beside itself, with its output captured.
///
/// The child is killed when the last reference goes, so that a failing test
/// leaves nothing behind.
public final class ChildProcess: Sendable {
    /// How a child ended.
    public enum Exit: Equatable, Sendable {
        /// It exited with a status.
        case status(Int32)
        /// A signal ended it.
        case signal(Int32)
    }

    /// What a child wrote and how it ended.
    public struct Outcome: Sendable {
        /// How the child ended.
        public let exit: Exit
        /// What it wrote to standard output.
        public let output: [UInt8]
        /// What it wrote to standard error.
        public let errors: [UInt8]

        /// The standard output as text.
        public var outputText: String { String(decoding: output, as: UTF8.self) }
        /// The standard error as text.
        public var errorText: String { String(decoding: errors, as: UTF8.self) }
    }

    /// The child's process identifier.
    public let pid: Int32
    private let input: FileDescriptor
    private let output: FileDescriptor
    private let errors: FileDescriptor
    private let ended = Locked<Exit?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program; looked up in `PATH` if it has no slash.
    ///   - environment: The child's whole environment; nil hands down ours.
    ///   - directory: The child's working folder; nil hands down ours.
    public init(
        _ path: String, _ arguments: [String] = [], environment: [String: String]? = nil, directory: String? = nil
    ) throws {
        let command = directory.map { ["env", "-C", $0, path] + arguments } ?? [path] + arguments
        let pipes: Pipes
        (pid, pipes) = try Self.spawning.withLock { _ in try Self.spawn(command, environment) }
        input = pipes.input.writing
        output = pipes.output.reading
        errors = pipes.errors.reading
    }

    /// One at a time: between the creation of a pipe and its marking as
    /// private, another child would inherit it and keep it open.
    private static let spawning = Locked(())

    private struct Pipes: Sendable {
        let input: Pipe
        let output: Pipe
        let errors: Pipe
    }

    private static func spawn(_ command: [String], _ environment: [String: String]?) throws -> (pid_t, Pipes) {
        let pipes = try Pipes(input: Pipe(), output: Pipe(), errors: Pipe())
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, pipes.input.reading.number, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, pipes.output.writing.number, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, pipes.errors.writing.number, 2)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

        var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
        var variables = unsafe Self.variables(environment).map { unsafe strdup($0) } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var child = pid_t()
        let code = unsafe posix_spawnp(&child, command[0], &actions, &attributes, &arguments, &variables)
        guard code == 0 else { throw POSIXFailure(call: "posix_spawnp \(command[0])", code: code) }
        return (child, pipes)
    }

    /// The child's environment.
    ///
    /// Unless somebody asks for it, it is without Swift's backtracer: that is a
    /// process of its own, and now and then it outlives the crash that it
    /// reports and holds the pipes open for ever.
    private static func variables(_ environment: [String: String]?) -> [String] {
        guard let environment else {
            var inherited: [String] = []
            var entry = unsafe environ
            while let text = unsafe entry.pointee {
                unsafe inherited.append(String(cString: text))
                unsafe entry += 1
            }
            return inherited.filter { !$0.hasPrefix("SWIFT_BACKTRACE=") } + ["SWIFT_BACKTRACE=enable=no"]
        }
        return environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { given, _ in given }.map {
            "\($0.key)=\($0.value)"
        }
    }

    deinit {
        guard ended.current == nil else { return }
        kill(pid, SIGKILL)
        var status: Int32 = 0
        unsafe waitpid(pid, &status, 0)
    }

    /// Sends a signal; does nothing once the child has been waited for.
    public func send(_ signal: Int32) {
        ended.withLock { if $0 == nil { kill(pid, signal) } }
    }

    /// Writes to the child's standard input and closes it.
    public func provideInput(_ text: String) {
        type(text)
        input.close()
    }

    /// Writes to the child's standard input, which stays open.
    public func type(_ text: String) {
        _ = input.write(Array(text.utf8))
    }

    /// Reads standard output until it holds one of the texts, and returns all
    /// that was read; returns early if the output ends.
    public func readOutput(until texts: String...) async -> String {
        await onThread { [output] in
            var read: [UInt8] = []
            while true {
                let text = String(decoding: read, as: UTF8.self)
                guard !texts.contains(where: text.contains), let chunk = output.read(), !chunk.isEmpty else {
                    return text
                }
                read += chunk
            }
        }
    }

    /// Reads standard error until it holds `text`, and returns all that was
    /// read; returns early if it ends.
    public func readErrors(until text: String) async -> String {
        await onThread { [errors] in
            var read: [UInt8] = []
            while !String(decoding: read, as: UTF8.self).contains(text), let chunk = errors.read(), !chunk.isEmpty {
                read += chunk
            }
            return String(decoding: read, as: UTF8.self)
        }
    }

    /// Waits for the end and collects what hasn't been read yet.
    public func outcome() async -> Outcome {
        input.close()
        async let written = onThread { [output] in output.readToEnd() }
        async let complaints = onThread { [errors] in errors.readToEnd() }
        let exit = await onThread { [self] in waitForExit() }
        return await Outcome(exit: exit, output: written, errors: complaints)
    }

    /// Runs a program to its end.
    public static func run(
        _ path: String, _ arguments: [String] = [], input: String? = nil, environment: [String: String]? = nil,
        directory: String? = nil
    ) async throws -> Outcome {
        let child = try ChildProcess(path, arguments, environment: environment, directory: directory)
        if let input { child.provideInput(input) }
        return await child.outcome()
    }

    private func waitForExit() -> Exit {
        if let exit = ended.current { return exit }
        // Waits without reaping, so that a signal sent meanwhile can't reach
        // another process that got the same number.
        var information = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        return ended.withLock { ended in
            if let ended { return ended }
            var status: Int32 = 0
            unsafe waitpid(pid, &status, 0)
            let exit: Exit = status & 0x7F == 0 ? .status((status >> 8) & 0xFF) : .signal(status & 0x7F)
            ended = exit
            return exit
        }
    }
}
